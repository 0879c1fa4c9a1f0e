import { onTestFinished, vi } from 'vitest';

/** Collects the files that the page saves during this test, in place of jsdom's navigation to them. */
export const collectSavedFiles = (): readonly Blob[] => {
  const saved: Blob[] = [];
  const spies = [
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      if (blob instanceof Blob) saved.push(blob);
      return 'blob:http://localhost/saved';
    }),
    vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined),
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined),
  ];
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
  });
  return saved;
};
