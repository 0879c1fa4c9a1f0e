import { refundImageTypes } from '#contract/refund.ts';

/** Why a file cannot be uploaded as a picture. Browsers that do not know HEIC give its files no type. */
export const pictureProblem = ({ name, type, size }: File, maxBytes: number): 'heic' | 'type' | 'size' | undefined => {
  if (/^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)) return 'heic';
  if (size === 0 || !refundImageTypes.some((allowed) => allowed === type)) return 'type';
  return size > maxBytes ? 'size' : undefined;
};
