/** What to type next, by the code of a failure: the domain's sentences are for the seller's screens as well, and name no command. */
const hints: Readonly<Record<string, string>> = {
  noMethod: 'Add --method "Royal Mail".',
  sentAlready: 'To correct that, look at it with "shop orders show ORDER", and say so: --seen VERSION.',
  changed: 'Look at it again, with "show".',
  goodsNotReceived: 'Record that they came back with: shop refunds receive REQUEST. Or decide with --without-return.',
  notCounted: 'Leave out --restock, and count with: shop stock count PRODUCT NUMBER',
  notChecked: 'Add --checked.',
};

/** A failure's sentence, with what to type next. */
export const withHint = (message: string, code: string | undefined): string => {
  const hint = code === undefined ? undefined : hints[code];
  return hint === undefined ? message : `${message} ${hint}`;
};
