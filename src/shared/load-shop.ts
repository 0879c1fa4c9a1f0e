import { publicShopId, publicShopPath } from '#contract/hydration-data.ts';
import { adoptStyles } from './adopt-styles.ts';
import { getJson } from './api/get-json.ts';
import { type Shop, shopOf } from './shop.tsx';

/** The shop that the document was made for, or, in one from elsewhere, as the API has it. Throws an `ApiError` where that does not answer. */
export const loadShop = async (): Promise<Shop> => {
  const json = document.getElementById(publicShopId)?.textContent;
  if (json) return shopOf(JSON.parse(json));
  const answer = await getJson(publicShopPath, async () => (await import('#contract/shop.ts')).publicShop);
  if ('error' in answer) throw answer.error;
  if (answer.data.styles !== undefined) adoptStyles(answer.data.styles);
  return shopOf(answer.data);
};
