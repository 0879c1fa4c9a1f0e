import { useEffect, useRef, useState } from 'react';
import { refundLimits } from '#contract/refund.ts';
import { pictureProblem } from '#shared/picture-problem.ts';

/** Up to `max` pictures that are sent with a form, with the server's error about them and the upload progress. */
export const usePictureUpload = (max: number) => {
  const pictures = usePictures(max);
  const [error, setError] = useState<string>();
  const [progress, setProgress] = useState(0);
  return {
    pictures,
    error,
    setError,
    /** The upload progress, from 0 to 1. */
    progress,
    setProgress,
    /** Resets progress and error for another try. */
    begin: () => {
      setProgress(0);
      setError(undefined);
    },
    files: pictures.chosen.map(({ file }) => file),
    clear: pictures.clear,
  };
};

export type PictureUpload = ReturnType<typeof usePictureUpload>;

/** A picture to upload; `url` is the object URL of its preview. */
type ChosenPicture = { readonly id: number; readonly file: File; readonly url: string };

/** A file that was not added. */
type RejectedFile = { readonly id: number; readonly name: string; readonly reason: 'heic' | 'type' | 'size' | 'count' };

/** Up to `max` pictures of a form, and the files rejected by the contract's limits. Object URLs of previews are revoked. */
const usePictures = (max: number) => {
  const [chosen, setChosen] = useState<readonly ChosenPicture[]>([]);
  const [rejectedFiles, setRejectedFiles] = useState<readonly RejectedFile[]>([]);
  const lastIdRef = useRef(0);
  const urlsRef = useRef(new Set<string>());

  const revoke = (url: string) => {
    URL.revokeObjectURL(url);
    urlsRef.current.delete(url);
  };
  useEffect(() => {
    const urls = urlsRef.current;
    return () => {
      for (const url of urls) URL.revokeObjectURL(url);
      urls.clear();
    };
  }, []);

  const toPicture = (file: File): ChosenPicture => {
    const url = URL.createObjectURL(file);
    urlsRef.current.add(url);
    lastIdRef.current += 1;
    return { id: lastIdRef.current, file, url };
  };
  const toRejected = ({ name }: File, reason: RejectedFile['reason']): RejectedFile => {
    lastIdRef.current += 1;
    return { id: lastIdRef.current, name, reason };
  };

  return {
    max,
    chosen,
    rejected: rejectedFiles,
    /** Adds the valid files in their order, up to the limit. */
    add: (files: readonly File[]) => {
      const added: ChosenPicture[] = [];
      const newlyRejected: RejectedFile[] = [];
      for (const file of files) {
        const reason = pictureProblem(file, refundLimits.imageBytes) ?? (chosen.length + added.length >= max ? 'count' : undefined);
        if (reason === undefined) added.push(toPicture(file));
        else newlyRejected.push(toRejected(file, reason));
      }
      setChosen([...chosen, ...added]);
      setRejectedFiles(newlyRejected);
    },
    remove: ({ id, url }: ChosenPicture) => {
      revoke(url);
      setChosen(chosen.filter((picture) => picture.id !== id));
      setRejectedFiles([]);
    },
    clear: () => {
      for (const { url } of chosen) revoke(url);
      setChosen([]);
      setRejectedFiles([]);
    },
  };
};
