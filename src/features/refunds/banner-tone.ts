/** The banner's colours: green, red, and a warning colour. */
type BannerTone = 'success' | 'danger' | 'warning';

const checkMark = /^\s*[✓✔✅☑]/u;
const cross = /^\s*[✕✖✗✘❌❎]/u;

/** The colour of a message, told by the sign that it starts with. */
export const bannerTone = (message: string): BannerTone => {
  if (checkMark.test(message)) return 'success';
  return cross.test(message) ? 'danger' : 'warning';
};
