import 'vitest';
import type { SqliteTemplates } from './sqlite-templates.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** SQLite databases to copy. */
    readonly sqlite: SqliteTemplates;
    /** In the project `postgres`: the server's URL, the prefix of this run's database names, and the template databases. */
    readonly postgres?: {
      readonly url: string;
      readonly run: string;
      readonly templates: { readonly stocked: string; readonly empty: string };
    };
  }
}
