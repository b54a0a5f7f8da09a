/*
 * Where what may be imported: `npm run check` holds it. the list of it is in docs/architecture.md.
 */

/**
 * The floors of each tree of `src`, the highest first. What stands on one imports what stands below it, and
 * nothing that stands beside it on the same line. `*.ts` are the files that stand in no folder. The server has a room for
 * each part of the business; a folder in a room is named by itself.
 */
export const trees = {
  server: [
    ['app/commands'],
    ['app'],
    ['app/set-up', 'app/install'],
    ['ops', 'ops/doctor', 'ops/privacy'],
    ['ops/backups'],
    ['admin'],
    ['mailing'],
    ['aftercare/order-page'],
    ['aftercare'],
    ['checkout'],
    ['payments'],
    ['payments/stripe'],
    ['readings'],
    ['orders/messages'],
    ['orders'],
    ['shop'],
    ['people'],
    ['mail'],
    ['base/http'],
    ['base'],
    ['base/config', 'base/time'],
  ],
  features: [
    ['dashboards'],
    ['settings'],
    ['orders'],
    ['people'],
    ['account'],
    ['writing'],
    ['readings'],
    ['overview', 'system', 'customers', 'checkout'],
    ['desk'],
  ],
  ui: [['dialogs'], ['errors'], ['forms'], ['*.ts']],
};

/** What a feature hands out: nothing else of it is imported elsewhere. `desk`, the base of the others, is open. */
const handedOut = {
  dashboards: ['AdminDashboard', 'CustomerDashboard', 'ReaderDashboard'],
  settings: ['PauseSales', 'SettingsTab', 'sections'],
  orders: ['OrderDialog', 'OrdersTab', 'money/order-money', 'order-desk', 'order-list-store'],
  people: ['PeopleCard', 'people-store', 'reader-choice'],
  account: [
    'AccountDialog',
    'AccountForm',
    'DaysFields',
    'PasswordForm',
    'SessionList',
    'account-store',
    'sign-in/.*',
  ],
  writing: [
    'OrderLists',
    'OrderPage',
    'SubmissionForm',
    'WritingFields',
    'WritingForm',
    'autosave',
    'reader-address',
    'reader-desk',
    'use-reader-view',
    'writing',
  ],
  readings: [
    'Decision',
    'DeliveryPreview',
    'HeldApprovals',
    'InternalNotes',
    'ReadingEditor',
    'Remarks',
    'UnsavedText',
    'Versions',
    'WritableText',
    'cards/CardsField',
    'cards/serialize-cards',
    'comments/Comments',
    'internal-notes-store',
    'reading-store',
    'review/ApprovalsTab',
  ],
  overview: ['OverviewTab'],
  system: ['CodesSection', 'HistorySection', 'PrivacySection', 'SystemSection', 'TaxSection'],
  customers: ['CustomerPage', 'Conversation', 'customer-desk', 'order-mails'],
  checkout: ['Checkout', 'Details', 'form-fields', 'test-pages/.*'],
};

/** @returns the pattern of a place on a floor: a folder with all that is in it, a file, or a folder's own files */
function patternOf(tree, place) {
  if (tree === 'server') return `^src/server/${place}/[^/]+$`;
  const folder = place.replace(/\*\.ts$/, '');
  const rest = folder === place ? (place.endsWith('.ts') ? '$' : '/') : '[^/]+$';
  return `^src/${tree}/${folder}${rest}`;
}

const upward = Object.entries(trees).flatMap(([tree, floors]) =>
  floors.flatMap((places, floor) =>
    places.flatMap((place) => {
      const others = [...floors.slice(0, floor).flat(), ...places].filter((other) => other !== place);
      if (others.length === 0) return [];
      return {
        name: `floors-of-${tree}-below-${place.replaceAll(/[^a-z]+/g, '-')}`,
        comment: 'An import only goes down (docs/architecture.md).',
        severity: 'error',
        from: { path: patternOf(tree, place) },
        to: { path: others.map((other) => patternOf(tree, other)) },
      };
    }),
  ),
);

/** Every folder has its floor: a new one is on none, and this says so. */
const homeless = Object.entries(trees).map(([tree, floors]) => ({
  name: `floors-of-${tree}-name-every-folder`,
  severity: 'error',
  from: { path: `^src/${tree}/`, pathNot: floors.flat().map((place) => patternOf(tree, place)) },
  to: {},
}));

const insides = Object.entries(handedOut).map(([feature, files]) => ({
  name: `inside-of-${feature}`,
  comment: 'Of another feature only what it hands out is imported.',
  severity: 'error',
  from: { path: '^src/', pathNot: `^src/(features/${feature}|testing)/` },
  to: {
    path: `^src/features/${feature}/`,
    pathNot: `^src/features/${feature}/(${files.join('|')})\\.tsx?$`,
  },
}));

/** What neither side of the product may import from the other. */
const walls = [
  {
    name: 'server-knows-no-browser',
    from: { path: '^src/server/' },
    to: { path: '^src/(features|ui|lib|pages)/' },
  },
  {
    name: 'only-the-process-knows-the-sandbox',
    from: { path: '^(src|db)/', pathNot: '^src/(sandbox|server/app)/' },
    to: { path: '^src/sandbox/' },
  },
  {
    name: 'sandbox-stands-for-others',
    from: { path: '^src/sandbox/' },
    to: { path: '^(db|emails)/|^src/(?!sandbox/|shared/)' },
  },
  {
    name: 'sample-shop-knows-shared-and-tables',
    comment: 'Who is made up is the same for the demo, the benchmarks and the tests.',
    from: { path: '^src/demo/sample-shop/' },
    to: { path: '^emails/|^src/(?!demo/sample-shop/|shared/)' },
  },
  {
    name: 'no-demo-in-the-product',
    from: { path: '^(src|db)/', pathNot: '^src/demo/' },
    to: { path: '^src/demo/' },
  },
  {
    name: 'no-tests-in-the-product',
    from: { path: '^(src|db)/', pathNot: '-testing\\.tsx?$' },
    to: { path: '^tests/' },
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
    name: 'only-the-api-knows-the-server',
    comment: 'Only lib/api.ts knows the type of the server.',
    from: { path: '^src/(features|ui|lib)/', pathNot: '^src/lib/api\\.ts$' },
    to: { path: '^(db|emails)/|^src/(server|sandbox|pages|layouts|components)/' },
  },
  {
    name: 'ui-and-lib-know-no-feature',
    from: { path: '^src/(ui|lib)/' },
    to: { path: '^src/features/' },
  },
  {
    name: 'stores-know-no-react',
    comment: 'A store is tested without a page: it imports neither React nor what is drawn with it.',
    from: { path: '^src/(features|lib)/.*\\.ts$', pathNot: '/(use-[^/]+|desk-hooks)\\.ts$' },
    to: {
      path: '^src/ui/|^src/.*\\.tsx$|/(use-[^/]+|desk-hooks)\\.ts$|^node_modules/(react|@nanostores/react|radix-ui)',
    },
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
      path: '^src/server/(?!app/[^/]+$|base/http/)',
      // Sign-in guess-limiter are counted where requests are.
      pathNot: [
        '-routes\\.ts$',
        '/people/(sign-in|guess-limiter)\\.ts$',
        '/ops/alerts\\.ts$',
        '/base/host-cookie\\.ts$',
      ],
    },
    to: { path: ['^node_modules/(hono|@hono)/', '^src/server/base/http/'] },
  },
  {
    name: 'sql-stands-in-repositories',
    from: {
      path: '^src/server/',
      pathNot: ['-(repository|conditions)\\.ts$', '/http/rate-limits\\.ts$'],
    },
    to: { path: ['^db/schema', '^node_modules/drizzle-orm/'] },
  },
];

const circles = ['server', 'sandbox', 'features', 'ui', 'lib', 'shared', 'demo'].flatMap((tree) => [
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
  forbidden: [
    ...upward,
    ...homeless,
    ...insides,
    ...walls.map((wall) => ({ severity: 'error', ...wall })),
    ...circles,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Tests go where they have to. What is generated has no say.
    exclude: { path: ['\\.test\\.tsx?$', '\\.generated\\.ts$'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
