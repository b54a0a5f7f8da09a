import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { CheckoutSubmitted } from '../../../src/shared/checkout/checkout-schema.ts';
import type { ErrorBody } from '../../../src/shared/error-body.ts';
import { addSignedIn, checkoutPath, orderIn, sendWebhook } from '../../kit/builders.ts';
import { createTestApp, readingRequest, type TestApp } from '../../kit/test-app.ts';
import { paidOrderProblem, placeOrderNumber } from '../customers.ts';
import { inParallel } from '../running-service/browser.ts';
import { createTrialRandom } from '../seeded-random.ts';
import type { Trial } from '../trial.ts';

const lease = 180_000;
const longText = 'The Star speaks of patience. '.repeat(100);
const noLimit = 1_073_741_823;
const eachAtOnce = 8;

interface Deed {
  name: string;
  act(): Promise<{ status: number; body?: object | null }>;
  /** Reads the file without the service. @returns what is missing, or null */
  loss(): string | null;
}

const diskFull: Trial = {
  table: 'fault',
  name: 'disk-full',
  promise:
    'on a full disk what cannot be stored is answered 503, what was answered 200 is stored, and with room again all goes on without a restart',
  counts: { quick: 160, full: 2_000 },
  async run(times, { count, tried, losses, after }) {
    const folder = mkdtempSync(join(tmpdir(), 'career-tarot-disk-'));
    after(() => rmSync(folder, { recursive: true, force: true }));
    const databasePath = join(folder, 'shop.db');
    const app = createTestApp({ databasePath, env: { APPROVAL_UNDO_SECONDS: '0' } });
    after(() => app.db.$client.close());
    const file = new Sqlite(databasePath, { readonly: true });
    after(() => file.close());
    const chance = createTrialRandom(13);
    let refused = 0;
    const limitPages = (pages: number) => {
      app.db.$client.pragma(`max_page_count = ${pages}`);
    };
    const admin = await addSignedIn(app, 'admin', 'admin');
    while (tried() < times) {
      const deeds = chance.shuffle(await prepareDeeds(app, admin, file));
      const pages = Number(app.db.$client.pragma('page_count', { simple: true }));
      limitPages(pages + chance.below(12));
      await inParallel(deeds.length, 8, async (index) => {
        const { name, act, loss } = deeds[index] as Deed;
        await chance.turns(3);
        const { status, body } = await act();
        const { error }: Partial<ErrorBody> = body ?? {};
        if (status === 503) refused += 1;
        const isSaid = status === 200 || (status === 503 && (!error || error.message.includes('try again')));
        if (!isSaid) count(`${name} was answered ${status} ${error?.message}`);
        else count(status === 200 && loss() ? `${name} was answered 200, but ${loss()}` : null);
      });
      // The worker also hits the full disk: it may send what it cannot note.
      await app.sendMail().catch(() => {});
      limitPages(noLimit);
      for (const { name, act, loss } of deeds) {
        const { status } = await act();
        if (status !== 200 && status !== 409) count(`with room again, ${name} is answered ${status}`);
        if (loss()) count(`with room again, ${name} is done, but ${loss()}`);
      }
    }
    for (const loss of await checkMail(app, file)) count(loss);
    const damage = file.pragma('integrity_check', { simple: true });
    if (damage !== 'ok') count(`the file is damaged: ${damage}`);
    if (refused === 0 && losses.length === 0) throw new Error('The disk was never full.');
    return `${refused} answered 503`;
  },
};

async function prepareDeeds(
  app: TestApp,
  admin: Awaited<ReturnType<typeof addSignedIn>>,
  file: Sqlite.Database,
): Promise<Deed[]> {
  const has = (table: string, column: string, value = '') =>
    file.prepare(`SELECT 1 FROM ${table} WHERE ${column} = ?`).get(value) !== undefined;
  const deeds: Deed[] = [];
  for (let index = 0; index < eachAtOnce; index++) {
    let placed: CheckoutSubmitted | null = null;
    const customer = app.visitor();
    const form = readingRequest({ backgroundContext: longText });
    deeds.push({
      name: 'placing an order',
      async act() {
        const answer = await customer.post<CheckoutSubmitted>(checkoutPath, form);
        if (answer.status === 200) placed = answer.body;
        return answer;
      },
      loss: () => (has('orders', 'id', placed?.orderId) ? null : 'there is no order'),
    });

    const paid = await placeOrderNumber(app, index);
    app.payments.pay(paid.paymentIntentId);
    const event = { id: `evt_${paid.paymentIntentId}`, paymentId: paid.paymentIntentId };
    deeds.push({
      name: 'a webhook',
      act: async () => ({ status: await sendWebhook(app, event) }),
      loss: () => (has('stripe_events', 'id', event.id) ? paidOrderProblem(app, paid) : 'it is forgotten'),
    });

    const work = await orderIn(app, 'pending', admin.person);
    deeds.push({
      name: 'submitting a reading',
      act: () => admin.post('/api/readings', { orderId: work.orderId, content: longText }),
      loss: () => (has('readings', 'order_id', work.orderId) ? null : 'there is no reading'),
    });

    const review = await orderIn(app, 'reading_uploaded', admin.person);
    deeds.push({
      name: 'approving',
      act: () => admin.put(`/api/readings/${review.readingId}/approve`),
      loss() {
        const facts = `SELECT status || (SELECT count(*) FROM outbox WHERE order_id = orders.id
          AND kind = 'reading_delivery') FROM orders WHERE id = ?`;
        const found = file.prepare(facts).pluck().get(review.orderId);
        return found === 'approved1' ? null : `status and mails are ${found}`;
      },
    });
  }
  return deeds;
}

/** Checks that all mail leaves in the end; a mail not noted as sent leaves again, with the same id. */
async function checkMail(app: TestApp, file: Sqlite.Database): Promise<string[]> {
  const queued = file.prepare("SELECT 1 FROM outbox WHERE state = 'queued'");
  for (let leases = 0; (await app.sendMail()) > 0 || queued.get() !== undefined; leases++) {
    if (leases > 1_000) return ['mail waits for good'];
    app.clock.advance(lease);
  }
  const left = new Set(app.mailer.sent.map(({ messageId }) => messageId));
  const rows = file.prepare<[], { id: string; kind: string; state: string }>(
    'SELECT message_id AS id, kind, state FROM outbox',
  );
  const losses: string[] = [];
  for (const { id, kind, state } of rows.all()) {
    if (state !== 'sent' || !left.delete(id)) losses.push(`a ${kind} is ${state} and never left`);
  }
  if (left.size > 0) losses.push(`${left.size} mails left that are not in the outbox`);
  return losses;
}

export const trials: Trial[] = [diskFull];
