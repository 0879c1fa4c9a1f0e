import * as z from 'zod/mini';

// Our content security policy forbids code from strings; zod need not even try. Stands before the first schema is made.
z.config({ jitless: true });
