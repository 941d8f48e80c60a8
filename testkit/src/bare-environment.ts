/**
 * For programs that a test starts: none of the settings that this process was given, but where what
 * is thrown away is kept, and what Node has compiled before, which is half the work of its start.
 */
export const bareEnvironment = {
  PATH: process.env.PATH,
  TMPDIR: process.env.TMPDIR,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
};
