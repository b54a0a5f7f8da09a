import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import Sqlite from 'better-sqlite3';

/*
 * `node tests/old-databases/keep.ts`: keeps a small database as the code of today leaves it, under the name of its last
 * migration. Four are kept: the first, two in between, and the last, which a new migration replaces.
 */

const here = fileURLToPath(new URL('.', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));

type Testing = typeof import('../../src/testing/test-app.ts') &
  typeof import('../../src/testing/builders.ts');
const load = (path: string) => import(pathToFileURL(join(root, 'src/testing', path)).href);
const testing: Testing = { ...(await load('test-app.ts')), ...(await load('builders.ts')) };

const folder = mkdtempSync(join(tmpdir(), 'career-tarot-kept-'));
const path = join(folder, 'shop.db');
try {
  await liveFor(path);
  const name = readdirSync(join(root, 'db/migrations'))
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .at(-1)
    ?.replace('.sql', '');
  const packed = brotliCompressSync(small(path), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
  });
  writeFileSync(join(here, `${name}.db.br`), packed);
  console.log(`${name}: ${packed.length} bytes`);
} finally {
  rmSync(folder, { recursive: true });
}

/** A shop with an order in every state, and what comes with them. Code of any age understands what is called here. */
async function liveFor(databasePath: string): Promise<void> {
  const app = testing.createTestApp({ databasePath });
  const { person: admin } = await testing.addSignedIn(app, 'admin', 'admin');
  const reader = testing.addPerson(app, 'reader1', 'reader');
  for (const status of ['pending', 'reading_uploaded', 'rejected', 'approved'] as const) {
    await testing.orderIn(app, status, reader);
  }
  await testing.placeOrder(app, { customerName: 'Ana Ruiz', customerEmail: 'ana@customers.example' });
  const { orderId } = await app.buy({ customQuestion: 'Shall I stay?', readingType: 'other' });
  const browser = await testing.browserOf(app, admin);
  await browser.post(`/api/orders/${orderId}/refund`, { reason: 'asked' });
  app.clock.advance(3_600_000);
  await app.sendMail();
  testing.setPrice(app, 4_900);
  app.db.$client.close();
}

/** As few bytes as hold the same. */
function small(databasePath: string): Buffer {
  const db = new Sqlite(databasePath);
  db.pragma('journal_mode = DELETE');
  db.pragma('page_size = 1024');
  db.exec('VACUUM');
  db.close();
  return readFileSync(databasePath);
}
