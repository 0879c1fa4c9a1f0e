/** Where each courier tracks a parcel, by a word of the courier's name; the number is appended. */
const trackingPages: readonly (readonly [courier: RegExp, page: string])[] = [
  [/royal ?mail/i, 'https://www.royalmail.com/track-your-item#/tracking-results/'],
  [/parcelforce/i, 'https://www.parcelforce.com/track-trace?trackNumber='],
  [/\bevri\b|\bhermes\b/i, 'https://www.evri.com/track/parcel/'],
  [/\bdpd\b/i, 'https://track.dpd.co.uk/search?reference='],
  [/\bdhl\b/i, 'https://www.dhl.com/gb-en/home/tracking.html?tracking-id='],
  [/\bups\b/i, 'https://www.ups.com/track?tracknum='],
  [/\byodel\b/i, 'https://www.yodel.co.uk/tracking/'],
];

/** The courier's page about a parcel; nothing for a courier that is not known here. `courier` is as the seller wrote it. */
export const trackingUrl = (courier: string, number: string): string | undefined => {
  const [, page] = trackingPages.find(([name]) => name.test(courier)) ?? [];
  return page && `${page}${encodeURIComponent(number)}`;
};
