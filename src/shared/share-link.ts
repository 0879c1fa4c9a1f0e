/** Shares a link by the browser's share sheet, or copies it; returns the outcome to announce, if any. */
export const shareLink = async (title: string, url: string): Promise<'copied' | 'failed' | undefined> => {
  try {
    if (typeof navigator.share === 'function') {
      await navigator.share({ title, url });
      return undefined;
    }
    await navigator.clipboard.writeText(url);
    return 'copied';
  } catch (cause) {
    // AbortError: the shopper closed the share sheet.
    return cause instanceof DOMException && cause.name === 'AbortError' ? undefined : 'failed';
  }
};
