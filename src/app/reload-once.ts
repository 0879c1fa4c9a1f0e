/** Set while one reload after a deployment is under way, so that it never becomes two. */
const reloadedKey = 'flone:reloaded';

/** Whether the shop answers at all. */
export const isShopThere = (): Promise<boolean> =>
  fetch('/', { method: 'HEAD' }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Reloads once when a chunk is missing, which `request` names: after a deployment the new document knows the new chunks. Where the shop
 * cannot be reached at all, a reload would only take away the page that still stands. Resolves with whether it reloads.
 */
export const reloadOnce = async (request: string): Promise<boolean> => {
  if (!(await isShopThere())) return false;
  try {
    if (window.sessionStorage.getItem(reloadedKey) === request) return false;
    window.sessionStorage.setItem(reloadedKey, request);
  } catch {
    // Without a memory there is no telling a first reload from a second, so there is none.
    return false;
  }
  window.location.reload();
  return true;
};
