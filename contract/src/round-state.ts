import * as z from 'zod/mini';

export const RoundState = z.enum(['betting', 'flying', 'crashed', 'void']);
export type RoundState = z.output<typeof RoundState>;
