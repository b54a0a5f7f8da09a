import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { eq } from '../../../db/drizzle.ts';
import { outbox } from '../../../db/schema.ts';
import type { CheckoutSubmitted } from '../../../src/shared/checkout/checkout.ts';
import type { ErrorBody } from '../../../src/shared/errors.ts';
import {
  addSignedIn,
  checkoutPath,
  orderIn,
  sendWebhook,
  storedMail,
  storedOrder,
} from '../../../src/testing/builders.ts';
import { type Answer, createTestApp, readingRequest, type TestApp } from '../../../src/testing/test-app.ts';
import { type Chance, createChance } from '../chance.ts';
import { lossOfPaidOrder, type PlacedOrder, placeOrderNumber } from '../customers.ts';
import { createTally, type Trial } from '../trial.ts';
import { eachAtOnce } from '../wait.ts';

const lease = 180_000;
const longText = 'The Star speaks of patience. '.repeat(100);
const noLimit = 1_073_741_823;
const atOnce = 40;

/** Something that somebody does and that has to be stored. */
interface Deed {
  name: string;
  act(): Promise<{ status: number; message: string }>;
  /** Looks into the file, with other eyes than the service's. @returns what is missing, or null */
  loss(file: Sqlite.Database): string | null;
}

/** The disk fills up while people work; some of it still fits. Then there is room again. */
const diskFull: Trial = {
  table: 'fault',
  name: 'disk-full',
  promise:
    'on a full disk what cannot be stored is answered 503, what was answered 200 is stored, and with room again all goes on without a restart',
  counts: { quick: 160, full: 2_000 },
  async run(count, progress) {
    const folder = mkdtempSync(join(tmpdir(), 'career-tarot-disk-'));
    const databasePath = join(folder, 'shop.db');
    const app = createTestApp({ databasePath, env: { APPROVAL_UNDO_SECONDS: '0' } });
    const limits = { RATE_LIMITS: 'on', TRUSTED_PROXY_HOPS: '1' };
    const limited = createTestApp({ db: app.db, env: limits });
    const file = new Sqlite(databasePath, { readonly: true });
    const chance = createChance(13);
    const tally = createTally();
    let refused = 0;
    const limitPages = (pages: number) => {
      app.db.$client.pragma(`max_page_count = ${pages}`);
    };
    try {
      const admin = await addSignedIn(app, 'admin', 'admin');
      while (tally.outcome().tried < count) {
        const deeds = await prepareDeeds(app, limited, admin, chance);
        const pages = Number(app.db.$client.pragma('page_count', { simple: true }));
        limitPages(pages + chance.below(12));
        await eachAtOnce(chance.shuffle(deeds), 8, async (deed) => {
          await chance.turns(3);
          const { status, message } = await deed.act();
          const loss = status === 200 ? deed.loss(file) : null;
          if (status === 503) refused += 1;
          if (status !== 200 && status !== 503) tally.count(`${deed.name} was answered ${status}`);
          else if (status === 503 && !message.includes('try again')) tally.count(`one reads "${message}"`);
          else tally.count(loss && `${deed.name} was answered 200, but ${loss}`);
        });
        // The worker meets the full disk, too: it may send what it cannot note.
        await app.sendMail().catch(() => {});
        // No disk has room again within a turn of the loop, and a turn that is lost takes nothing more.
        await app.db.commits.written().catch(() => {});
        limitPages(noLimit);
        for (const deed of deeds) {
          const { status } = await deed.act();
          if (status !== 200 && status !== 409)
            tally.count(`with room again, ${deed.name} is answered ${status}`);
          const loss = deed.loss(file);
          if (loss) tally.count(`with room again, ${deed.name} is done, but ${loss}`);
        }
        progress(tally.outcome().tried);
      }
      for (const loss of await checkMail(app)) tally.count(loss);
      const damage = file.pragma('integrity_check', { simple: true });
      if (damage !== 'ok') tally.count(`the file is damaged: ${damage}`);
      const { losses } = tally.outcome();
      if (refused === 0 && losses.length === 0) throw new Error('The disk was never full.');
      return tally.outcome(`${refused} answered 503`);
    } finally {
      file.close();
      app.db.$client.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

type Admin = Awaited<ReturnType<typeof addSignedIn>>;

/** Everything that has to exist beforehand is made while there is room. */
async function prepareDeeds(app: TestApp, limited: TestApp, admin: Admin, chance: Chance): Promise<Deed[]> {
  const deeds: Deed[] = [];
  for (let index = 0; index < atOnce / 5; index++) {
    let placed: CheckoutSubmitted | null = null;
    const customer = app.visitor();
    deeds.push({
      name: 'placing an order',
      async act() {
        const answer = await customer.post<CheckoutSubmitted>(
          checkoutPath,
          readingRequest({ backgroundContext: longText }),
        );
        if (answer.status === 200) placed = answer.body;
        return brief(answer);
      },
      loss: (file) => (has(file, 'orders', 'id', placed?.orderId) ? null : 'there is no order'),
    });

    const paid: PlacedOrder = await placeOrderNumber(app, index);
    app.payments.pay(paid.paymentIntentId);
    const event = { id: `evt_${paid.paymentIntentId}`, paymentId: paid.paymentIntentId };
    deeds.push({
      name: 'a webhook',
      act: async () => ({ status: await sendWebhook(app, event), message: 'try again' }),
      loss: (file) =>
        has(file, 'stripe_events', 'id', event.id) ? lossOfPaidOrder(app, paid) : 'it is forgotten',
    });

    const work = await orderIn(app, 'pending', admin.person);
    deeds.push({
      name: 'submitting a reading',
      act: async () => brief(await admin.post('/api/readings', { orderId: work.orderId, content: longText })),
      loss: (file) => (has(file, 'readings', 'order_id', work.orderId) ? null : 'there is no reading'),
    });

    const review = await orderIn(app, 'reading_uploaded', admin.person);
    deeds.push({
      name: 'approving',
      act: async () => brief(await admin.put(`/api/readings/${review.readingId}/approve`)),
      loss() {
        const { status } = storedOrder(app, review.orderId);
        const kinds = storedMail(app, review.orderId).map(({ kind }) => kind);
        const mails = kinds.filter((kind) => kind === 'reading_delivery').length;
        return status === 'approved' && mails === 1 ? null : `it is ${status}, with ${mails} mails`;
      },
    });

    // The limits are counted in the same file. Another name each time: guesses at one are slowed down.
    const username = `nobody${chance.below(1_000_000)}`;
    const guesser = limited.visitor({ 'x-forwarded-for': `10.0.${chance.below(250)}.${chance.below(250)}` });
    deeds.push({
      name: 'a wrong password',
      async act() {
        const { status, message } = brief(await guesser.post('/api/login', { username, password: 'guess' }));
        return { status: status === 401 ? 200 : status, message };
      },
      loss: () => null,
    });
  }
  return deeds;
}

/** All mail goes out in the end; what could not be noted as sent goes out again, under the same name. */
async function checkMail(app: TestApp): Promise<string[]> {
  const losses: string[] = [];
  for (let leases = 0; (await app.sendMail()) > 0 || isMailWaiting(app); leases++) {
    if (leases > 1_000) return ['mail waits for good'];
    app.clock.advance(lease);
  }
  const rows = app.db.select().from(outbox).all();
  const names = new Map<string, number>();
  for (const { messageId } of app.mailer.sent) names.set(messageId, (names.get(messageId) ?? 0) + 1);
  for (const { messageId, kind, state } of rows) {
    if (state !== 'sent' || !names.has(messageId)) losses.push(`a ${kind} is ${state} and never left`);
    names.delete(messageId);
  }
  if (names.size > 0) losses.push(`${names.size} mails left that nobody ordered`);
  return losses;
}

function isMailWaiting(app: TestApp): boolean {
  return app.db.select().from(outbox).where(eq(outbox.state, 'queued')).get() !== undefined;
}

function brief({ status, body }: Answer<object>): { status: number; message: string } {
  const { error }: Partial<ErrorBody> = body;
  return { status, message: error?.message ?? '' };
}

function has(file: Sqlite.Database, table: string, column: string, value = ''): boolean {
  return file.prepare(`SELECT 1 FROM ${table} WHERE ${column} = ?`).get(value) !== undefined;
}

export const trials: Trial[] = [diskFull];
