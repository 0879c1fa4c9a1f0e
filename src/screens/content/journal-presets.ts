import { paths } from '#shared/paths.ts';

/** How one URL of the journal shows its posts. */
export type JournalPreset = {
  readonly path: string;
  /** `lead`: the newest post wide, the others in two columns; `grid`: three columns; `rows`: pictures next to the text. */
  readonly view: 'lead' | 'grid' | 'rows';
  readonly hasSidebar: boolean;
  readonly perPage: number;
};

export const journalPresets: readonly JournalPreset[] = [
  { path: paths.blog, view: 'lead', hasSidebar: true, perPage: 5 },
  { path: '/blog-no-sidebar', view: 'grid', hasSidebar: false, perPage: 9 },
  { path: '/blog-right-sidebar', view: 'rows', hasSidebar: true, perPage: 4 },
];
