import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import Sqlite from 'better-sqlite3';
import { addPerson, addSignedIn, browserOf, orderIn, placeOrder, setPrice } from '../kit/builders.ts';
import { createTestApp } from '../kit/test-app.ts';

/*
 * `node tests/old-databases/keep.ts`: stores a small database as the current code leaves it, under the name
 * of its last migration. Keeps four: the first, two in between, and the last, which a new migration replaces.
 */

const here = fileURLToPath(new URL('.', import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'career-tarot-kept-'));
const path = join(folder, 'shop.db');
try {
  await liveFor(path);
  const name = readdirSync(join(here, '../../db/migrations'))
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

/** Creates a shop with an order in every state, and related data. */
async function liveFor(databasePath: string): Promise<void> {
  const app = createTestApp({ databasePath });
  const { person: admin } = await addSignedIn(app, 'admin', 'admin');
  const reader = addPerson(app, 'reader1', 'reader');
  for (const status of ['pending', 'reading_uploaded', 'rejected', 'approved'] as const) {
    await orderIn(app, status, reader);
  }
  await placeOrder(app, { customerName: 'Ana Ruiz', customerEmail: 'ana@customers.example' });
  const { orderId } = await app.buy({ customQuestion: 'Shall I stay?', readingType: 'other' });
  const browser = await browserOf(app, admin);
  await browser.post(`/api/orders/${orderId}/messages`, { text: 'Which of the two?', kind: 'question' });
  await browser.post(`/api/orders/${orderId}/refund`, { reason: 'asked' });
  app.clock.advance(3_600_000);
  await app.sendMail();
  setPrice(app, 4_900);
  app.db.$client.close();
}

/** Returns the same contents in as few bytes as possible. */
function small(databasePath: string): Buffer {
  const db = new Sqlite(databasePath);
  db.pragma('journal_mode = DELETE');
  db.pragma('page_size = 1024');
  db.exec('VACUUM');
  db.close();
  return readFileSync(databasePath);
}
