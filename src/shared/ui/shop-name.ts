/** Class of a shop's name by its number of letters: the longer, the smaller its type, so that it fits the header at every width. */
export const nameClass = (name: string): string => {
  const letters = [...name].length;
  if (letters <= 7) return 'logo';
  if (letters <= 14) return 'logo logo-medium';
  return letters <= 26 ? 'logo logo-long' : 'logo logo-longest';
};
