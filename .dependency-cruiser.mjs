/*
 * Where what may be imported: `npm run check` holds it. The picture of it is in docs/architecture.md.
 */

/**
 * The floors of `src/server`, the highest first. What stands on one imports what stands below it, and nothing
 * that stands beside it on the same line.
 */
const floors = [
  ['main.ts', 'user-command.ts'],
  ['process'],
  ['app'],
  ['overview', 'alerts', 'order-views', 'client-errors', 'removal'],
  ['delivery', 'checkout'],
  ['payments', 'settings'],
  ['readings', 'card-testing'],
  ['orders'],
  ['notices'],
  ['people/sign-in', 'people/own-account', 'people/staff'],
  ['people/credentials'],
  ['people/directory'],
  ['outbox'],
  ['site'],
  ['http'],
  ['context'],
  ['config'],
  ['time'],
  ['basics'],
];

const patternOf = (name) => `^src/server/${name.replaceAll('.', '\\.')}${name.endsWith('.ts') ? '$' : '/'}`;
const patternsOf = (names) => names.map(patternOf);
const tests = '\\.test\\.ts$';

const upward = floors.flatMap((names, floor) =>
  names.map((name) => ({
    name: `floor-of-${name.replaceAll('/', '-')}`,
    comment: 'An import only goes down (docs/architecture.md).',
    severity: 'error',
    from: { path: patternOf(name), pathNot: tests },
    to: {
      path: [
        ...patternsOf(floors.slice(0, floor).flat()),
        ...patternsOf(names.filter((other) => other !== name)),
      ],
    },
  })),
);

/** What nobody on one side of the product knows of the other. */
const walls = [
  {
    name: 'server-knows-no-browser',
    from: { path: '^src/server/' },
    to: { path: '^src/(client|islands|pages|testing)/' },
  },
  {
    name: 'only-the-process-knows-the-sandbox',
    from: { path: '^(src|db)/', pathNot: '^src/(sandbox|server/process)/' },
    to: { path: '^src/sandbox/' },
  },
  {
    name: 'sandbox-stands-for-others',
    from: { path: '^src/sandbox/' },
    to: { path: '^(db|emails)/|^src/(?!sandbox/|shared/)' },
  },
  {
    name: 'database-knows-shared-alone',
    from: { path: '^db/' },
    to: { path: '^src/(?!shared/)' },
  },
  {
    name: 'shared-knows-zod-alone',
    comment: 'Both sides load it: nothing of Node, nothing of the browser.',
    from: { path: '^src/shared/' },
    to: { pathNot: ['^src/shared/', '^node_modules/zod/'] },
  },
  {
    name: 'routes-call-verbs',
    comment: 'What a route needs of the database, a verb does for it.',
    from: { path: '-routes\\.ts$' },
    to: { path: ['^db/', '-repository\\.ts$'] },
  },
  {
    name: 'verbs-know-no-http',
    from: {
      path: '^src/server/(checkout|delivery|notices|order-views|orders|outbox|payments|people|readings|removal|settings)/',
      // How often somebody may guess is counted where requests are.
      pathNot: ['-routes\\.ts$', '/sign-in/guesses\\.ts$', '/credentials/devices\\.ts$'],
    },
    to: { path: ['^node_modules/(hono|@hono)/', '^src/server/(http|site)/'] },
  },
  {
    name: 'sql-stands-in-repositories',
    from: {
      path: '^src/server/',
      pathNot: ['-(repository|conditions)\\.ts$', '/http/rate-limits\\.ts$'],
    },
    to: { path: '^db/(schema|drizzle)\\.ts$' },
  },
  {
    name: 'drizzle-comes-from-db',
    comment: 'db/drizzle.ts loads it a hundred times faster.',
    from: { path: '^src/' },
    to: { path: '^node_modules/drizzle-orm/' },
  },
];

const circles = ['server', 'sandbox', 'client', 'islands', 'shared'].flatMap((tree) => [
  {
    name: `no-circle-of-files-in-${tree}`,
    severity: 'error',
    from: { path: `^src/${tree}/` },
    to: { circular: true },
  },
  {
    name: `no-circle-of-folders-in-${tree}`,
    severity: 'error',
    scope: 'folder',
    from: { path: `^src/${tree}/` },
    to: { circular: true },
  },
]);

export default {
  forbidden: [...upward, ...walls.map((wall) => ({ severity: 'error', ...wall })), ...circles],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Tests go where they have to; so do the commands of db/, which start the server. What is generated has no say.
    exclude: { path: ['\\.test\\.ts$', '^db/(demo|migrate|seed|backup)', '\\.generated\\.ts$'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
