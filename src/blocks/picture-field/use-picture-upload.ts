import { useState } from 'react';
import { usePictures } from './use-pictures.ts';

/** Up to `max` pictures of a form that are sent with it: the server's error about them, and how much is sent. */
export const usePictureUpload = (max: number) => {
  const pictures = usePictures(max);
  const [error, setError] = useState<string>();
  const [progress, setProgress] = useState(0);
  return {
    pictures,
    error,
    setError,
    /** From 0 to 1. */
    progress,
    setProgress,
    /** A new try to send begins. */
    begin: () => {
      setProgress(0);
      setError(undefined);
    },
    files: pictures.chosen.map(({ file }) => file),
    clear: pictures.clear,
  };
};

export type PictureUpload = ReturnType<typeof usePictureUpload>;
