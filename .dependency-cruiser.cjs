/**
 * Who may import whom. TypeScript 7 has no compiler interface that dependency-cruiser knows, so
 * without the parser swc it would read nothing and find no fault; a test watches over that.
 */

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const test = '(\\.test\\.tsx?$|^(engine|server|web)/src/test/)';
const packages = (...names) => `(^|/)node_modules/(${names.join('|')})(/|$)`;

module.exports = {
  forbidden: [
    rule('no-circular', 'A reader reads one way.', {}, { circular: true }),
    rule(
      'no-unresolvable',
      'Every import leads somewhere; those of icons the build makes, or refuses.',
      {},
      { couldNotResolve: true, pathNot: '^tabler:' },
    ),
    rule(
      'contract-is-a-leaf',
      'The wire belongs to neither side, so it knows only zod.',
      { path: '^contract/src/', pathNot: '\\.test\\.ts$' },
      { pathNot: ['^contract/src/', packages('zod')] },
    ),
    rule(
      'engine-is-a-leaf',
      'The odds are pure arithmetic that server and browser share, so they reach nothing else.',
      { path: '^engine/src/', pathNot: test },
      { pathNot: ['^(contract|engine)/src/', packages('@noble/hashes')] },
    ),
    rule(
      'web-and-server-meet-in-contract',
      'What both sides need is part of the wire.',
      { path: '^(server|web)/' },
      { path: '^(server|web)/', pathNot: '^$1/' },
    ),
    rule(
      'e2e-knows-only-contract-and-testkit',
      'The tests in the browser see what a person sees.',
      { path: '^e2e/' },
      { path: '^(engine|server|web|trials|tools)/' },
    ),
    rule(
      'testkit-serves-everyone',
      'What all tests and trials stand on knows none of them, and of the server no test.',
      { path: '^testkit/' },
      { path: '^(web|e2e|trials)/|^server/src/(test/|.*\\.test\\.ts$)' },
    ),
    rule(
      'testkit-is-for-tests',
      'What runs for customers needs nothing of the tests.',
      { path: '^(contract|engine|server|web|tools)/', pathNot: test },
      { path: '^testkit/' },
    ),
    rule(
      'nothing-imports-the-edges',
      'Measurements, tools and browser tests stand outside of the product.',
      { path: '^(contract|engine|server|web)/' },
      { path: '^(e2e|trials|tools)/' },
    ),
    rule(
      'verbs-know-no-http',
      'Tests, seeds and jobs call a verb as a route does.',
      {
        path: '^server/src/',
        pathNot: ['^server/src/(http/|app\\.ts$|main\\.ts$)', '-routes\\.ts$', test],
      },
      { path: ['^server/src/http/', packages('fastify', '@fastify/[^/]+', 'helmet')] },
    ),
    rule(
      'routes-hold-no-sql',
      'A route binds; the verb asks the database.',
      { path: '-routes\\.ts$' },
      { path: packages('kysely', 'pg') },
    ),
    rule(
      'kernel-knows-nothing',
      'Everything in the server may lean on the kernel, so it leans on nothing there.',
      { path: '^server/src/kernel/', pathNot: test },
      { path: '^server/src/', pathNot: '^server/src/kernel/' },
    ),
    rule(
      'db-knows-only-the-kernel',
      'The way to the database knows no business.',
      { path: '^server/src/db/', pathNot: test },
      { path: '^server/src/', pathNot: '^server/src/(db|kernel)/' },
    ),
    rule(
      'lists-know-only-kernel-and-db',
      'How rows are found, counted and put into pages is the same for all of them.',
      { path: '^server/src/lists/', pathNot: test },
      { path: '^server/src/', pathNot: '^server/src/(lists|db|kernel)/' },
    ),
    rule(
      'embedded-knows-only-kernel-and-db',
      'The database beside the node is a process that knows no business.',
      { path: '^server/src/embedded/', pathNot: test },
      { path: '^server/src/', pathNot: '^server/src/(embedded|db|kernel)/' },
    ),
    rule(
      'backup-knows-only-the-database',
      'A copy is made of files, whatever they hold.',
      { path: '^server/src/backup/', pathNot: test },
      { path: '^server/src/', pathNot: '^server/src/(backup|embedded|db|kernel)/' },
    ),
    rule(
      'ledger-knows-only-kernel-lists-and-db',
      'Money moves by its own rules, whoever asks.',
      { path: '^server/src/ledger/', pathNot: test },
      { path: '^server/src/', pathNot: '^server/src/(ledger|lists|db|kernel)/' },
    ),
    rule(
      'only-app-mounts-routes',
      'A module reaches another through its verbs.',
      { path: '^server/src/', pathNot: ['^server/src/app\\.ts$', test] },
      { path: '-routes\\.ts$' },
    ),
    rule(
      'a-screen-imports-no-other-screen',
      'Screens meet in the router.',
      { path: '^web/src/screens/([^/]+)/' },
      { path: '^web/src/screens/', pathNot: '^web/src/screens/$1/' },
    ),
    rule(
      'shared-web-knows-no-screen',
      'What every screen uses belongs to none of them.',
      { path: '^web/src/(lib|live|ui|charts|data-table|history|clients|proof)/' },
      { path: '^web/src/(screens|app)/' },
    ),
    rule(
      'web-order-lib',
      'lib comes first: it shows nothing.',
      { path: '^web/src/lib/' },
      { path: '^web/src/(live|ui|data-table)/' },
    ),
    rule(
      'web-order-live',
      'What is heard of the platform comes before what shows it.',
      { path: '^web/src/live/', pathNot: test },
      { path: '^web/src/(ui|data-table|history)/' },
    ),
    rule(
      'web-order-ui',
      'ui comes before data-table.',
      { path: '^web/src/ui/' },
      { path: '^web/src/data-table/' },
    ),
    rule(
      'web-order-screens',
      'The application holds the screens, not the other way round.',
      { path: '^web/src/screens/' },
      { path: '^web/src/app/' },
    ),
    rule(
      'no-test-in-production',
      'What runs for customers needs nothing of the tests.',
      { path: '^(contract|engine|server|web)/', pathNot: [test, '\\.config\\.ts$'] },
      { path: test },
    ),
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^((web|server)/)?(dist|coverage|data)/' },
    combinedDependencies: true,
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'browser', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.json'],
    },
  },
};
