import 'vitest';
import type { SqliteTemplates } from './sqlite-templates.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The shops to copy. */
    readonly sqlite: SqliteTemplates;
    /** In the project `postgres`: its server, how names of databases begin there, and the shops to copy. */
    readonly postgres?: {
      readonly url: string;
      readonly run: string;
      readonly templates: { readonly stocked: string; readonly empty: string };
    };
  }
}
