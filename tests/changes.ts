import { execFileSync } from 'node:child_process';

/** What each folder draws: prefixes of screen names. */
const drawnBy: [folder: RegExp, screens: string][] = [
  [/^src\/features\/checkout\//, 'checkout|thank-you|stripe-test|email-test'],
  [/^src\/features\/(orders|customers)\//, 'order|customer'],
  [/^src\/features\/readings\//, 'approv|reject|order-'],
  [/^src\/features\/(writing|readings\/cards)\//, 'reader'],
  [/^src\/features\/(settings|people|account|service)\//, 'settings|account|my-account|business'],
  [/^src\/features\/overview\//, 'overview'],
  [/^src\/features\/dashboards\/palette\//, 'palette'],
  [/^src\/features\/account\/sign-in\//, 'sign-in|session|forgotten|new-password'],
  [
    /^src\/(components|layouts|pages)\//,
    'checkout|thank-you|terms|sample|faq|my-orders|not-found|order-|receipt|withdraw',
  ],
  [/^src\/(styles\/|ui\/|features\/(desk\/|dashboards\/[^/]+$))/, ''],
];

/** A server room or browser feature that the whole app does not depend on. */
const room = /^src\/(?:server\/(?!(?:app|base)\/)|features\/(?!(?:dashboards|desk)\/))([^/]+)\//;

interface Changes {
  /** A commit. */
  since: string;
  /**
   * Where to look for tests: beside the change if it is in one or two rooms, because every API test imports
   * the whole app; empty for everywhere.
   */
  folders: string;
  /** Whether the changes include a story or one of its steps. */
  stories: boolean;
  /** The changed screens, as a pattern of their names; null for none. */
  screens: string | null;
}

/** @param since the commit to compare with: by default the last one */
export function findChanges(since = 'HEAD'): Changes {
  const git = (...words: string[]) =>
    execFileSync('git', words, { encoding: 'utf8' }).split('\n').filter(Boolean);
  const files = [
    ...git('diff', '--name-only', '--relative', since),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
  const rooms = files.filter((file) => /^(src|db|emails)\//.test(file)).map((file) => room.exec(file)?.[1]);
  const isApart = rooms.every((name) => name !== undefined) && new Set(rooms).size <= 2;
  const drawn = drawnBy
    .filter(([folder]) => files.some((file) => folder.test(file)))
    .map(([, names]) => names);
  const screens = drawn.includes('') ? '' : drawn.join('|');
  return {
    since,
    folders: isApart
      ? [...new Set(rooms)]
          .flatMap((name) => ['server', 'features'].map((tree) => `src/${tree}/${name}/`))
          .join(' ')
      : '',
    stories: files.some((file) => file.startsWith('tests/e2e/')),
    screens: drawn.length === 0 ? null : ` (${screens})`,
  };
}
