/** OWASP's floor for argon2id; about 45 ms of one core. */
export const cost = { memory: 19_456, passes: 2, parallelism: 1 };
