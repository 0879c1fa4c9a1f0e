type BannerTone = 'success' | 'danger' | 'warning';

const checkMark = /^\s*[✓✔✅☑]/u;
const cross = /^\s*[✕✖✗✘❌❎]/u;

/** The banner's colour, by the sign that the message starts with. */
export const bannerTone = (message: string): BannerTone => {
  if (checkMark.test(message)) return 'success';
  return cross.test(message) ? 'danger' : 'warning';
};
