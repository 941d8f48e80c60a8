import { registerHooks } from 'node:module';

/**
 * Loaded into the platform before its own code: passwords cost it next to nothing, as they do in
 * the server's own suite, which has what is about their cost. Each test makes people and signs
 * them in.
 */
const cheap = new URL('../../server/src/test/password-cost.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier.endsWith('/password-cost.js') ? cheap : specifier, context),
});
