// The package has no types of its own.
declare module 'pgpass' {
  import type { ClientConfig } from 'pg';

  /** Looks for a password in PGPASSFILE, or else in ~/.pgpass. */
  function pgpass(target: ClientConfig, found: (password?: string) => void): void;
  // biome-ignore lint/style/noDefaultExport: that is how the package exports it.
  export default pgpass;
}
