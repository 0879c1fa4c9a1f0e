import * as z from 'zod/mini';

// The content security policy forbids eval, which zod's JIT would try. Must run before the first schema is created.
z.config({ jitless: true });
