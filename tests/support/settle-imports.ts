import { afterAll, vi } from 'vitest';

// Files of one process share their modules: an import that nobody waited for would fail between two files, and for all later ones.
afterAll(() => vi.dynamicImportSettled());
