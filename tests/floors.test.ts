import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/* That the check for floors, walls and circles (`npm run check`) fails when there is something to find. */

const root = fileURLToPath(new URL('..', import.meta.url));

/** What is planted, each in files of its own: an import, and the rule that has to find it. */
const planted = [
  ['src/server/orders/a.ts', 'src/server/payments/b.ts', 'floors-of-server-below-orders'],
  ['src/server/admin/a.ts', 'src/server/ops/backups/b.ts', 'floors-of-server-below-admin'],
  ['src/server/ops/doctor/a.ts', 'src/server/ops/privacy/b.ts', 'floors-of-server-below-ops-doctor'],
  ['src/server/base/time/a.ts', 'src/server/base/b.ts', 'floors-of-server-below-base-time'],
  ['src/features/desk/a.ts', 'src/features/orders/b.ts', 'floors-of-features-below-desk'],
  ['src/ui/forms/a.tsx', 'src/ui/dialogs/b.tsx', 'floors-of-ui-below-forms'],
  ['src/features/new/a.ts', 'src/shared/b.ts', 'floors-of-features-name-every-folder'],
  ['src/features/people/a.ts', 'src/features/readings/review/b.ts', 'inside-of-readings'],
  ['src/server/new/a.ts', 'db/client.ts', 'floors-of-server-name-every-folder'],
  ['src/server/admin/new/a.ts', 'db/client.ts', 'floors-of-server-name-every-folder'],
  ['src/server/orders/a.ts', 'src/lib/b.ts', 'server-knows-no-browser'],
  ['src/server/payments/a.ts', 'src/sandbox/b.ts', 'only-the-process-knows-the-sandbox'],
  ['src/sandbox/a.ts', 'src/server/base/b.ts', 'sandbox-stands-for-others'],
  ['src/demo/sample-shop/a.ts', 'src/server/base/b.ts', 'sample-shop-knows-shared-and-tables'],
  ['src/sandbox/a.ts', 'src/demo/sample-shop/b.ts', 'no-demo-in-the-product'],
  ['src/server/orders/a.ts', 'tests/kit/b.ts', 'no-tests-in-the-product'],
  ['src/shared/a.ts', 'db/client.ts', 'shared-knows-zod-alone'],
  ['src/ui/a.tsx', 'src/server/base/b.ts', 'only-the-api-knows-the-server'],
  ['src/lib/a.ts', 'src/features/desk/b.ts', 'ui-and-lib-know-no-feature'],
  ['src/features/desk/a.ts', 'src/ui/b.tsx', 'stores-know-no-react'],
  ['src/server/orders/order-routes.ts', 'src/server/orders/order-repository.ts', 'routes-call-verbs'],
  ['src/server/orders/a.ts', 'src/server/base/http/b.ts', 'verbs-know-no-http'],
  ['src/server/orders/a.ts', 'db/schema.ts', 'sql-stands-in-repositories'],
] as const;

const circle = ['src/server/orders/this.ts', 'src/server/orders/that.ts'] as const;
/** Two folders that need each other, though no two files do. */
const folders = [
  ['src/shared/x/1.ts', 'src/shared/y/1.ts'],
  ['src/shared/y/2.ts', 'src/shared/x/2.ts'],
] as const;
const sound = [
  ['src/server/payments/settle-payment.ts', 'src/server/orders/order.ts'],
  ['src/server/orders/events-repository.ts', 'db/client.ts'],
  ['src/features/orders/OrderFacts.tsx', 'src/features/people/reader-choice.ts'],
  ['src/features/orders/list/BulkBar.tsx', 'src/ui/Button.tsx'],
] as const;

/** Names of files are told apart, so that no two of what is planted are one. */
const nth = (path: string, n: number) => path.replace(/(\/)([ab])(\.tsx?)$/, `$1$2${n}$3`);
const violations = check([
  ...planted.map(([from, to], n) => [nth(from, n), nth(to, n)] as const),
  [circle[0], circle[1]],
  [circle[1], circle[0]],
  ...folders,
  ...sound,
]);

/** @returns what the check finds in a project with these imports: the rule, and the file or folder */
function check(imports: (readonly [from: string, to: string])[]): { rule: string; from: string }[] {
  const folder = mkdtempSync(join(tmpdir(), 'career-tarot-floors-'));
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  write(
    'tsconfig.json',
    '{ "compilerOptions": { "module": "nodenext", "allowImportingTsExtensions": true } }',
  );
  for (const [, to] of imports) write(to, 'export type Thing = string;\n');
  for (const [from, to] of imports) {
    const up = '../'.repeat(from.split('/').length - 1);
    write(from, `export type { Thing } from '${up}${to}';\n`);
  }
  const { stdout } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/.bin/depcruise'),
      ...['src', 'db', '--config', join(root, '.dependency-cruiser.mjs'), '--output-type', 'json'],
    ],
    { cwd: folder, encoding: 'utf8' },
  );
  rmSync(folder, { recursive: true });
  const { summary }: { summary: { violations: { rule: { name: string }; from: string }[] } } =
    JSON.parse(stdout);
  return summary.violations.map(({ rule, from }) => ({ rule: rule.name, from }));
}

/** @returns the rules that a file, or a folder, breaks */
function brokenBy(from: string): string[] {
  return violations.filter((violation) => violation.from === from).map(({ rule }) => rule);
}

test('reports nothing when every import points to a lower layer', () => {
  expect(sound.flatMap(([from]) => brokenBy(from))).toEqual([]);
});

test.each(planted.map(([from, to, rule], n) => [nth(from, n), to, rule] as const))(
  'reports that %s imports %s as %s',
  (from, _to, rule) => {
    expect(brokenBy(from)).toContain(rule);
  },
);

test('reports a cycle of two files', () => {
  // Named once, at whichever of them it is met.
  expect(circle.flatMap(brokenBy)).toContain('no-circle-of-files-in-server');
});

test('reports a cycle of two folders without a cycle of files', () => {
  expect(brokenBy('src/shared/x')).toContain('no-circle-of-folders-in-shared');
  expect(folders.flatMap(([from]) => brokenBy(from))).toEqual([]);
});
