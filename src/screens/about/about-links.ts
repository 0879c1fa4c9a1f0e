import { paths } from '#shared/paths.ts';

/** Where the links in the words of this page lead, by the tags that stand there. */
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
