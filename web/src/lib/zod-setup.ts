import * as z from 'zod/mini';

// The content security policy forbids eval, which zod otherwise tries on the first parse.
z.config({ jitless: true });
