/** What the page has as an example, and the walk something of its own for. */
export type Placeholder =
  | 'repository'
  | 'bets'
  | 'day'
  | 'month'
  | 'moment'
  | 'moment in words'
  | 'seal'
  | 'server'
  | 'account folders'
  | 'restored again'
  | 'archive';

/** What people do on the way, or the walk looks at; see scenes.ts. */
export type SceneName =
  | 'sign in'
  | 'rotate the log'
  | 'people'
  | 'stop'
  | 'start'
  | 'sealed'
  | 'look at seals'
  | 'sign in anew'
  | 'second factor'
  | 'password alone'
  | 'ready'
  | 'digest'
  | 'mistake'
  | 'moment is back'
  | 'as in the dump'
  | 'new release'
  | 'upgraded'
  | 'as before'
  | 'embedded'
  | 'embedded moment'
  | 'stop embedded'
  | 'empty database'
  | 'on the server'
  | 'all is well';

export type Step =
  | { scene: SceneName }
  | {
      box: string;
      /** Whether it asks before it goes on. */
      isAsking?: true;
      /** Given as the account that runs the node. */
      isAccount?: true;
      put?: Placeholder[];
      /** What it must say. */
      says?: RegExp;
    };

/** The whole walk, in its order: an installation, its days, its worst days, and an embedded one. */
export const walk: Step[] = [
  { box: 'node' },
  { box: 'install', put: ['repository'] },
  { box: 'roles' },
  { box: 'first-start', says: /SUPER_PASSWORD=[0-9a-f]{24}/ },
  { box: 'proxy', says: /test is successful/ },
  { box: 'settings' },
  { box: 'first-money', says: /SUPER now has 1000000\.00 USD/ },
  { scene: 'sign in' },
  { box: 'after-first-sign-in', says: /Nothing is wrong\./ },
  { box: 'log-file' },
  { scene: 'rotate the log' },
  { scene: 'people' },
  { box: 'unlock', says: /The lock of anna is lifted/ },
  { scene: 'stop' },
  { box: 'seed', put: ['bets'] },
  { scene: 'start' },
  { scene: 'sealed' },
  { box: 'backup-set-up' },
  { box: 'archive-month', isAsking: true, put: ['month'], says: /bets until .* moved/ },
  { box: 'dump-archive' },
  { scene: 'look at seals' },
  { box: 'books', put: ['day', 'seal'], says: /The books balance\./ },
  { box: 'retention', isAsking: true, says: /Retention: / },
  { box: 'reset-password', isAsking: true, says: /The password of super is now: / },
  { scene: 'sign in anew' },
  { scene: 'second factor' },
  { box: 'reset-second-factor', isAsking: true, says: /Two-factor sign-in of super reset/ },
  { scene: 'password alone' },
  { box: 'rotate-database-passwords', isAsking: true, says: /pitboss_node: the new one is in/ },
  { scene: 'ready' },
  { box: 'lost-passwords' },
  { scene: 'ready' },
  { box: 'erase', isAsking: true, says: /erased-\d+/ },
  { scene: 'digest' },
  { box: 'backup', says: /successfully verified/ },
  { box: 'doctor', says: /Nothing is wrong\./ },
  { scene: 'mistake' },
  { box: 'point-in-time', put: ['moment in words', 'day'], says: /The books balance\./ },
  { scene: 'moment is back' },
  { box: 'restore-dump', put: ['day'], says: /The books balance\./ },
  { scene: 'as in the dump' },
  { scene: 'new release' },
  { box: 'upgrade-check', put: ['repository'], says: /seconds/ },
  { box: 'upgrade' },
  { scene: 'upgraded' },
  { box: 'back' },
  { scene: 'as before' },
  { box: 'what-grew', says: /entries/ },
  { box: 'first-look', says: /Nothing is wrong\./ },
  { scene: 'embedded' },
  { box: 'embedded-backup', isAccount: true, put: ['account folders', 'day'] },
  { scene: 'embedded moment' },
  { box: 'embedded-archive', isAccount: true, put: ['account folders', 'archive'] },
  { box: 'embedded-restore', isAccount: true, put: ['account folders', 'day'] },
  {
    box: 'embedded-restore-until',
    isAccount: true,
    put: ['account folders', 'restored again', 'moment', 'day'],
    says: /The books balance\./,
  },
  { scene: 'empty database' },
  { box: 'move-to', isAsking: true, isAccount: true, put: ['server'], says: /every table is the/ },
  { scene: 'stop embedded' },
  { scene: 'on the server' },
  { box: 'remove-demo', isAsking: true, isAccount: true },
  { box: 'move-to-embedded', isAsking: true, isAccount: true, says: /The books balance\./ },
  { box: 'move-to-release', isAccount: true, says: /Nodes may write again\./ },
  { scene: 'all is well' },
];

/** Boxes that are not walked, and why. */
export const notWalked: Record<string, string> = {
  containers:
    'images of PostgreSQL and Caddy come from a registry; npm run deploy-trial runs ' +
    'compose.yaml, where they cannot be fetched with images of Debian in their place',
};
