import { hours, minutes, seconds } from '../../src/shared/durations.ts';
import type { Alert } from '../../src/shared/ops/alerts.ts';
import type { ReaderOrder } from '../../src/shared/orders/order-schema.ts';
import type { OrderPayment } from '../../src/shared/orders/refund-schema.ts';
import type { Reading, SavedDraft } from '../../src/shared/readings/reading-schema.ts';
import { accountForm } from '../kit/account-form.ts';
import type { Answer } from '../kit/test-app.ts';
import type { Oracle, Sale } from './oracle.ts';
import { type Browser, newBrowser, staffPassword, type Worker, type World } from './world.ts';

export type Staff = ReturnType<typeof createStaff>;

/**
 * Creates admins and readers who remember their answers: what they do not know (null) they treat as possibly
 * done. A refusal that their knowledge does not explain breaks a promise.
 */
export function createStaff(world: World, { sales }: Oracle) {
  const { chance, expect } = world;
  const admins = [world.addWorker('admin', 'admin'), world.addWorker('second-admin', 'admin')] as const;
  const readers = [1, 2, 3].map((i) => world.addWorker(`reader${i}`, 'reader')) as [Worker, Worker, Worker];
  let letters = 0;

  /** Usually picks one of the newest, with which most happens. */
  function pickSale(of = sales.filter(({ paidAt }) => paidAt !== null)): Sale | null {
    const recent = of.slice(-15);
    return recent[chance.whole(0, recent.length - 1)] ?? null;
  }

  async function signIn(worker: Worker, browser: Browser): Promise<boolean> {
    const { username } = worker;
    const attempt = (password: string) => world.call(browser, 'POST', '/api/login', { username, password });
    if (chance.happens(0.3)) await attempt(staffPassword.toUpperCase());
    const answer = await attempt(staffPassword);
    refusesOnly(answer, !worker.isActive, `${username} signs in`);
    if (answer?.status !== 200) return false;
    Object.assign(worker, { browser, signedInAt: world.now(), usedAt: world.now() });
    return true;
  }

  /** Makes someone come to work, and sign in if their session may be over. @returns null if they cannot */
  async function atWork(worker: Worker): Promise<Worker | null> {
    const isOver = world.now() - worker.usedAt > hours(7.5) || world.now() - worker.signedInAt > hours(20);
    const isElsewhere = chance.happens(0.02);
    if (!isOver && !isElsewhere) return worker;
    return (await signIn(worker, isElsewhere ? newBrowser() : worker.browser)) ? worker : null;
  }

  async function callAs<T>(worker: Worker, method: string, path: string, body?: unknown) {
    const answer = await world.call<T>(worker.browser, method, path, body);
    if (!answer) return null;
    // Settings are answered from memory, for anyone: that is no use of a session.
    if (path !== '/api/settings') worker.usedAt = world.now();
    expect('no call fails without a reason', answer.status !== 401, `${worker.username} is signed out`);
    return answer;
  }

  /** Makes a single call of an admin. */
  async function adminCalls<T>(method: string, path: string, body?: unknown): Promise<Answer<T> | null> {
    const admin = await atWork(chance.pick(admins));
    return admin && callAs<T>(admin, method, path, body);
  }

  function refusesOnly(answer: Answer<unknown> | null, isRight: boolean, what: string): void {
    const about = `${what}: ${answer?.status} ${JSON.stringify(answer?.body)}`;
    expect('no call fails without a reason', !answer || answer.status < 400 || isRight, about);
  }

  /** Presses twice at once, or once. @returns the answers in the same order */
  function press<T>(call: () => Promise<T>, twice: number): Promise<T[]> {
    return Promise.all(chance.happens(twice) ? [call(), call()] : [call()]);
  }

  // ——— readers ———

  async function write(): Promise<void> {
    const reader = chance.pick(readers);
    if (!reader.isActive || !(await atWork(reader))) return;
    const listed = await callAs<ReaderOrder[]>(reader, 'GET', '/api/reader/orders');
    if (listed?.status !== 200) return;
    const own = world.rows<{ id: string }>('SELECT id FROM orders WHERE assigned_reader_id = ?', reader.id);
    const foreign = listed.body.find((order) => !own.some(({ id }) => id === order.id));
    expect('an order is shown to its own people only', !foreign, [reader.username, foreign]);
    const open = listed.body.filter(
      ({ status, waitsSince }) => ['pending', 'rejected'].includes(status) && waitsSince === null,
    );
    for (const task of open.slice(0, 3)) await writeFor(reader, task);
  }

  async function writeFor(reader: Worker, { id, orderNumber, readingAddresseeName }: ReaderOrder) {
    const sale = sales.find(({ orderId }) => orderId === id);
    const path = `/api/orders/${id}`;
    const about = `a draft of ${orderNumber}`;
    const found = await callAs<SavedDraft | null>(reader, 'GET', `${path}/draft`);
    if (!found) return;
    refusesOnly(found, false, about);
    const kept = sale?.drafts.get(reader.id);
    const isThere = kept === undefined || found.body?.content === kept;
    expect('no text that was answered as saved is lost', isThere, about);
    if (sale && chance.happens(0.05)) {
      sale.isDisturbed = true;
      const question = { text: 'Which of the two offers?', kind: 'question' };
      await callAs(reader, 'POST', `${path}/messages`, question);
      return;
    }
    const version = found.body?.version ?? 0;
    const content = `${readingAddresseeName}, the cards of letter ${++letters} speak of patience.`;
    const save = (text: string) => callAs(reader, 'PUT', `${path}/draft`, { content: text, version });
    const saved = await save(content);
    sale?.drafts.delete(reader.id);
    if (!saved) return;
    refusesOnly(saved, false, about);
    const stale = chance.happens(0.1) ? await save(`${content} From another window.`) : saved;
    if (stale) sale?.drafts.set(reader.id, content);
    const isRefused = !stale || stale === saved || stale.status === 409;
    expect('no text is overwritten unseen', isRefused, about);
    if (chance.happens(0.75)) await handIn(reader, id, content, sale);
  }

  async function handIn(reader: Worker, orderId: string, content: string, sale?: Sale): Promise<void> {
    const body = { orderId, content, internalNotes: null };
    const answers = await press(() => callAs(reader, 'POST', '/api/readings', body), 0.1);
    const isKnown = answers.every((answer) => answer !== null);
    const isDone = answers.some((answer) => answer?.status === 200);
    // A simultaneous second press gets the same answer, or that it came too late.
    expect('no call fails without a reason', !isKnown || isDone, `handing in ${sale?.orderNumber}`);
    sale?.drafts.delete(reader.id);
    (isDone ? sale?.texts : sale?.unansweredTexts)?.push(content);
  }

  // ——— admins ———

  async function review(): Promise<void> {
    const pending = await adminCalls<Reading[]>('GET', '/api/readings/pending');
    if (pending?.status !== 200) return;
    for (const reading of pending.body.slice(0, 4)) {
      const sale = sales.find(({ orderId }) => orderId === reading.orderId);
      if (!sale) continue;
      const { id, revision } = reading;
      if (chance.happens(0.1)) {
        const feedback = 'Warmer, please.';
        await adminCalls('PUT', `/api/readings/${id}/reject`, { feedback, revision, comments: [] });
      } else if (chance.happens(0.15)) await edit(reading, sale);
      else await approve(reading, sale);
    }
  }

  /** Edits a text in two windows: the one that has not seen the other's change gets a conflict. */
  async function edit({ id, revision, content }: Reading, sale: Sale): Promise<void> {
    let saved = 0;
    for (const ending of chance.happens(0.5) ? ['Go well.'] : ['Go well.', 'Fare well.']) {
      const text = `${content}\n\n${ending}`;
      const answer = await adminCalls('PUT', `/api/readings/${id}`, { content: text, revision });
      if (!answer) return void sale.unansweredTexts.push(text);
      if (answer.status !== 200) continue;
      saved += 1;
      sale.texts.push(text);
    }
    expect('no text is overwritten unseen', saved <= 1, `the reading of ${sale.orderNumber}`);
  }

  async function approve({ id, revision }: Reading, sale: Sale): Promise<void> {
    const [one, other] = [await atWork(admins[0]), await atWork(admins[1])];
    if (!one || !other) return;
    const send = (admin: Worker) => callAs(admin, 'PUT', `/api/readings/${id}/approve`, { revision });
    const answers = await Promise.all(chance.happens(0.2) ? [send(one), send(other)] : [send(one)]);
    const done = answers.filter((answer) => answer?.status === 200).length;
    expect('an order is approved once', done <= 1, `${sale.orderNumber}: ${done} times`);
    if (answers.includes(null) || done > 0) sale.sendings += 1;
    if (done === 0) return;
    sale.approvedAt = world.now();
    if (!chance.happens(0.15)) return;
    await world.advance(chance.pick([seconds(10), seconds(40), minutes(2)]));
    const undone = await callAs(one, 'PUT', `/api/readings/${id}/undo-approval`);
    if (!undone || undone.status === 200) sale.approvedAt = null;
    if (undone?.status === 200) sale.sendings -= 1;
  }

  /** @returns the amount left, or a part of it, in cents */
  const partOf = (left: number): number => (chance.happens(0.5) ? left : chance.whole(1, left));

  /** Refunds money: sometimes pressed twice, and pressed again or left alone if no answer came. */
  async function refund(sale = pickSale()): Promise<void> {
    const admin = sale && (await atWork(chance.pick(admins)));
    if (!admin) return;
    const path = `/api/orders/${sale.orderId}`;
    const seen = await callAs<OrderPayment | null>(admin, 'GET', `${path}/payment`);
    if (seen?.status !== 200 || !seen.body?.refundable) return;
    const amountMinor = partOf(Math.round(seen.body.refundable * 100));
    const body = { amount: amountMinor / 100, refundedBefore: seen.body.refunded };
    sale.refundsAsked.push(amountMinor);
    Object.assign(sale, { isDisturbed: true, approvedAt: null });
    world.failNextRefund(chance.pick([null, null, 'not heard', 'answer lost']));
    for (let tries = 0; tries < 3; tries++) {
      const answers = await press(() => callAs(admin, 'POST', `${path}/refund`, body), 0.2);
      if (answers.some((answer) => answer?.status === 200)) return;
      if (!answers.includes(null)) return void (tries === 0 && sale.refundsAsked.pop());
      if (chance.happens(0.5)) return;
      await world.advance(chance.wait(minutes(5)));
      world.startService();
    }
  }

  async function changePrice(): Promise<boolean> {
    const price = chance.whole(50, 90);
    return (await adminCalls('PUT', '/api/settings/price', { price })) !== null;
  }

  async function deleteAndRestore(): Promise<void> {
    const sale = pickSale();
    if (!sale) return;
    world.note(`${sale.orderNumber} is deleted`);
    Object.assign(sale, { isDisturbed: true, isUnclear: true, approvedAt: null });
    await adminCalls('DELETE', `/api/orders/${sale.orderId}`);
    await world.advance(chance.wait(minutes(30)));
    if (chance.happens(0.9)) await adminCalls('PUT', `/api/orders/${sale.orderId}/restore`);
  }

  async function moveOrder(): Promise<void> {
    const sale = pickSale();
    const reader = readers.find(({ isActive }) => isActive);
    if (!sale || !reader) return;
    await adminCalls('PUT', `/api/orders/${sale.orderId}/assignee`, { readerId: reader.id });
    sale.drafts.clear();
  }

  /** Closes a reader's account or reopens it. */
  async function changeStaff(): Promise<void> {
    const reader = readers.find(({ isActive }) => !isActive) ?? chance.pick(readers);
    const answer = await adminCalls('PUT', `/api/staff/${reader.id}/active`, { isActive: !reader.isActive });
    refusesOnly(answer, false, `changing ${reader.username}`);
    learnStaff();
    reader.signedInAt = 0;
  }

  /** Reads who may work here, as an answer may have been lost. */
  function learnStaff(): void {
    const active = world.rows<{ id: string }>('SELECT id FROM users WHERE is_active = 1');
    for (const worker of readers) worker.isActive = active.some(({ id }) => id === worker.id);
  }

  const count = (source: string, ...given: string[]) =>
    world.rows<{ count: number }>(`SELECT count(DISTINCT orders.id) AS count ${source}`, ...given)[0]
      ?.count ?? 0;

  /** The alerts name what waits for an admin: orders without a reader, and mails that were given up. */
  async function judgeAlerts(): Promise<void> {
    const alerts = await adminCalls<Alert[]>('GET', '/api/alerts');
    if (alerts?.status !== 200) return;
    const told = (code: string) => alerts.body.find((alert) => alert.code === code)?.count ?? 0;
    const waiting = count(
      `FROM orders WHERE payment_status IN ('paid', 'partially_refunded') AND status IN ('pending', 'rejected')
        AND assigned_reader_id IS NULL AND deleted_at IS NULL AND hold IS NULL`,
    );
    const isNamed = told('no_reader_free') >= waiting;
    expect('each order that waits has a reader or an alert', isNamed, `${waiting} wait`);
    const failed = count(
      `FROM outbox JOIN orders ON orders.id = order_id
        WHERE state = 'failed' AND user_id IS NULL AND deleted_at IS NULL`,
    );
    expect('a mail that was given up is in the alerts', told('mail_failed') >= failed, `${failed} failed`);
  }

  return {
    ...{ pickSale, adminCalls, refusesOnly, press, partOf },
    ...{ judgeAlerts, write, review, refund, changePrice, deleteAndRestore, moveOrder, changeStaff },
    /** Sends again what was given up because our own mail server was down for days. */
    async resendGivenUp(): Promise<void> {
      const mails = world.rows<{ id: number }>(
        "SELECT id FROM outbox WHERE state = 'failed' AND user_id IS NULL AND last_error LIKE '%ECONNREFUSED'",
      );
      for (const { id } of mails) await adminCalls('POST', `/api/mails/${id}/resend`);
    },
    /** Allows withdrawals, and limits the readers' orders so that some have to wait. */
    async setUpShop(): Promise<void> {
      await adminCalls('PUT', '/api/settings/aftercare', { hasWithdrawal: true });
      for (const { id } of readers)
        await adminCalls('PUT', `/api/staff/${id}`, accountForm({ maxOpenOrders: 2 }));
    },
  };
}
