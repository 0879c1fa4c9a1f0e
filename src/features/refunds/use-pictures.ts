import { useEffect, useRef, useState } from 'react';
import { refundImageTypes, refundLimits } from '#contract/refund.ts';

/** A picture that goes with a request, and where the browser shows it from. */
type ChosenPicture = { readonly id: number; readonly file: File; readonly url: string };

/** Why a file was not added. */
type PictureProblem = { readonly id: number; readonly name: string; readonly why: 'type' | 'size' | 'count' };

const whyNot = ({ type, size }: File): 'type' | 'size' | undefined => {
  if (!refundImageTypes.some((known) => known === type)) return 'type';
  return size > refundLimits.imageBytes ? 'size' : undefined;
};

/**
 * The pictures of a refund request: what cannot be sent is not added, and is told with its reason (images only, several are
 * allowed; the limits are the contract's). What the browser made to show them is given back.
 */
export const usePictures = () => {
  const [chosen, setChosen] = useState<readonly ChosenPicture[]>([]);
  const [problems, setProblems] = useState<readonly PictureProblem[]>([]);
  const nextId = useRef(0);
  const shown = useRef(new Set<string>());

  const giveBack = (url: string) => {
    URL.revokeObjectURL(url);
    shown.current.delete(url);
  };
  useEffect(() => {
    const urls = shown.current;
    return () => {
      for (const url of urls) URL.revokeObjectURL(url);
      urls.clear();
    };
  }, []);

  const take = (file: File): ChosenPicture => {
    const url = URL.createObjectURL(file);
    shown.current.add(url);
    nextId.current += 1;
    return { id: nextId.current, file, url };
  };
  const refuse = ({ name }: File, why: PictureProblem['why']): PictureProblem => {
    nextId.current += 1;
    return { id: nextId.current, name, why };
  };

  return {
    chosen,
    problems,
    /** Adds what can be sent, in the order chosen, up to the limit. */
    add: (files: readonly File[]) => {
      const added: ChosenPicture[] = [];
      const refused: PictureProblem[] = [];
      for (const file of files) {
        const why = whyNot(file) ?? (chosen.length + added.length >= refundLimits.images ? 'count' : undefined);
        if (why === undefined) added.push(take(file));
        else refused.push(refuse(file, why));
      }
      setChosen([...chosen, ...added]);
      setProblems(refused);
    },
    remove: ({ id, url }: ChosenPicture) => {
      giveBack(url);
      setChosen(chosen.filter((picture) => picture.id !== id));
      setProblems([]);
    },
    clear: () => {
      for (const { url } of chosen) giveBack(url);
      setChosen([]);
      setProblems([]);
    },
  };
};

export type Pictures = ReturnType<typeof usePictures>;
