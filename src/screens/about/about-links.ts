import { paths } from '#shared/paths.ts';

/** The targets of the links in about.json, by their tags: `<contact>…</contact>`. */
export const aboutLinks: Readonly<Record<string, string>> = {
  contact: paths.contact,
  franchise: paths.franchise,
  orderStatus: paths.orderStatus,
  refund: paths.refund,
  reselling: paths.reselling,
  stoneware: paths.post('looking-after-stoneware'),
  terms: paths.terms,
  wholesale: paths.wholesale,
  wood: paths.post('caring-for-wood'),
};
