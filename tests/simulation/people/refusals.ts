import { hours } from '../../../src/shared/durations.ts';
import type { Answer } from '../../../src/testing/test-app.ts';
import type { Customer, Sale } from '../promises/ledger.ts';
import { perConnection } from '../promises/per-connection.ts';
import type { Browser } from '../world/shop.ts';
import { ifUnanswered, type Worker, type World } from '../world/world.ts';

/*
 * A proper call is refused only for a reason. Each reason is looked up in the database, right before the call and right
 * after it: a refusal with none of them breaks a promise.
 */

/** A reader's work on one of their orders. */
export interface Task {
  browser: Browser;
  reader: Pick<Worker, 'id' | 'username'>;
  order: { id: string; orderNumber: string };
}

/** How long a user stays signed in, at most and when idle: an hour less, as the clock may go wrong. */
const [sessionsLast, idleSessionsLast] = [hours(23), hours(7)];

/** What may end a session before its time, as it is counted. */
const sessionEnds = ['a copy is put back', 'readers closed out'];

/** When a user signed in with a browser, when they last used it, and how often sessions had been ended until then. */
const signedIn = new WeakMap<Browser, { at: number; usedAt: number; ends: number }>();

const statementsOf = perConnection((client) => ({
  isActive: client.prepare('SELECT is_active FROM users WHERE username = ?').pluck(),
  mayWrite: client
    .prepare(
      `SELECT 1 FROM orders WHERE id = ? AND assigned_reader_id = ? AND deleted_at IS NULL
        AND payment_status IN ('paid', 'partially_refunded') AND status IN ('pending', 'rejected')
        AND (hold IS NULL OR hold NOT IN ('refund', 'withdrawal'))`,
    )
    .pluck(),
  draftVersion: client
    .prepare('SELECT version FROM reading_drafts WHERE order_id = ? AND author_id = ?')
    .pluck(),
  price: client.prepare("SELECT value, updated_at AS updatedAt FROM settings WHERE name = 'price_cents'"),
  isClosed: client
    .prepare(
      `SELECT 1 FROM settings WHERE name = 'calendar' AND (value ->> 'isPaused' OR value ->> 'closedUntil' IS NOT NULL
        OR value ->> 'mostOpenOrders' <= (SELECT count(*) FROM orders
          WHERE payment_status IN ('paid', 'partially_refunded') AND status IN ('pending', 'rejected')
            AND hold IS NULL AND deleted_at IS NULL))`,
    )
    .pluck(),
  address: client.prepare('SELECT customer_email FROM orders WHERE id = ? AND deleted_at IS NULL').pluck(),
  givenUp: client
    .prepare('SELECT 1 FROM orders WHERE customer_email = ? AND abandoned_at IS NOT NULL')
    .pluck(),
}));

/** @returns the queries to the database; null while the shop is down */
function fileOf({ shop }: World) {
  return shop.isUp() ? statementsOf(shop.app().db.$client) : null;
}

/** @returns whether an answer refuses the call: neither a server error nor a rate limit */
export const isRefusal = (answer: Answer<unknown> | null): answer is Answer<unknown> =>
  answer !== null && answer.status >= 400 && answer.status < 500 && answer.status !== 429;

/** Asks whether what was refused has a reason. */
export function askWhyRefused(
  { ledger }: World,
  hasReason: boolean,
  what: string,
  answer: Answer<unknown>,
): void {
  ledger.ask(
    'no call fails without a reason',
    hasReason,
    () => `${what} was refused for no reason: ${answer.status} ${JSON.stringify(answer.body)}`,
  );
}

/** @returns whether an account is open; it counts as closed while the shop is down */
export function isOpenAccount(world: World, username: string): boolean {
  return fileOf(world)?.isActive.get(username) === 1;
}

/** Checks a sign-in with the right name and password. @param wasOpen whether the account was open before */
export function askAboutSignIn(
  world: World,
  browser: Browser,
  { username, wasOpen, answer }: { username: string; wasOpen: boolean; answer: Answer<unknown> | null },
): void {
  const now = world.agenda.now();
  if (answer?.status === 200) signedIn.set(browser, { at: now, usedAt: now, ends: endsOf(world) });
  if (!isRefusal(answer)) return;
  askWhyRefused(world, !wasOpen || !isOpenAccount(world, username), `${username}’s password`, answer);
}

const endsOf = ({ ledger }: World): number =>
  sessionEnds.reduce((sum, name) => sum + (ledger.counts.get(name) ?? 0), 0);

function mayBeSignedOut(world: World, { browser, reader }: Task): boolean {
  const since = signedIn.get(browser);
  const now = world.agenda.now();
  if (!since || now - since.at > sessionsLast || now - since.usedAt > idleSessionsLast) return true;
  return since.ends !== endsOf(world) || !isOpenAccount(world, reader.username);
}

/** @param version of the draft that the work began with; undefined when it does not matter */
function mayBeRefused(world: World, { reader, order }: Task, version: number | undefined): boolean {
  const file = fileOf(world);
  if (!file || file.mayWrite.get(order.id, reader.id) === undefined) return true;
  return version !== undefined && (file.draftVersion.get(order.id, reader.id) ?? 0) !== version;
}

/**
 * Makes a call of a reader who works on an order. It may only be refused when the reader may no longer write for the
 * order, when another text is stored than the one they began with, or when they are signed out.
 *
 * @param version of the draft that they began with, if they save one
 * @returns null when it was not answered
 */
export async function workOn<T>(
  world: World,
  task: Task,
  [method, path, body]: [method: string, path: string, body?: unknown],
  version?: number,
): Promise<Answer<T> | null> {
  const before = mayBeRefused(world, task, version);
  const answer = await world.call<T>(task.browser, method, path, body).catch(ifUnanswered);
  askAboutWork(world, task, answer, before || mayBeRefused(world, task, version));
  return answer;
}

/** The same about a call that was made elsewhere. */
export function askAboutWork(
  world: World,
  task: Task,
  answer: Answer<unknown> | null,
  hasReason = mayBeRefused(world, task, undefined),
): void {
  const since = signedIn.get(task.browser);
  if (since && answer && answer.status !== 401) since.usedAt = world.agenda.now();
  if (!isRefusal(answer)) return;
  const { status } = answer;
  const isExplained =
    status === 401 ? mayBeSignedOut(world, task) : (status === 404 || status === 409) && hasReason;
  askWhyRefused(world, isExplained, `work of ${task.reader.username} on ${task.order.orderNumber}`, answer);
}

/** @returns the address for an order's mails, as stored; undefined once it is deleted, or while the shop is down */
export const addressOf = (world: World, orderId: string) =>
  fileOf(world)?.address.get(orderId) as string | undefined;

/** A customer's address was corrected: only one that is right already is refused, and an order that is deleted. */
export function askAboutCorrection(
  world: World,
  { orderNumber, orderId }: Pick<Sale, 'orderNumber' | 'orderId'>,
  to: string,
  answer: Answer<unknown> | null,
): void {
  if (!isRefusal(answer) || !world.shop.isUp()) return;
  const known = addressOf(world, orderId);
  const hasReason = known === undefined || known === to;
  askWhyRefused(world, hasReason, `another address of ${orderNumber}`, answer);
}

/** What a customer's page had told them before they pressed. */
export interface Page {
  /** What the button says, in cents. */
  button: number;
  /** Milliseconds since 1970 */
  openedAt: number;
}

/** Checks the answer to a customer who came to order: only a closed or full shop sells nothing. */
export function askAboutOpening(world: World, answer: Answer<unknown> | null): void {
  const file = fileOf(world);
  if (!isRefusal(answer) || !file) return;
  const isClosed = codeOf(answer) === 'closed_conflict' && file.isClosed.get() !== undefined;
  askWhyRefused(world, isClosed, 'somebody who came to order', answer);
  world.ledger.count('visitors who found the shop closed or full');
}

/** A form that is right was sent: only a closed shop, another price or an order that is settled refuses it. */
export function askAboutForm(
  world: World,
  customer: Customer,
  { button, openedAt }: Page,
  answer: Answer<unknown> | null,
): void {
  const file = fileOf(world);
  if (!isRefusal(answer) || !file) return;
  const code = codeOf(answer);
  const price = file.price.get() as { value: string; updatedAt: number } | undefined;
  const reasons: Record<string, () => boolean> = {
    closed_conflict: () => file.isClosed.get() !== undefined,
    // The machine's clock may go wrong.
    price_conflict: () =>
      price !== undefined && (Number(price.value) !== button || price.updatedAt > openedAt - hours(1)),
    order_conflict: () =>
      hasBought(world, customer) || file.givenUp.get(customer.addresses.at(-1)) !== undefined,
    another_order_conflict: () => hasBought(world, customer),
  };
  askWhyRefused(world, reasons[code ?? '']?.() === true, `the form of ${customer.marker}`, answer);
}

/** @returns what an answer calls its error */
export function codeOf({ body }: Answer<unknown>): string | undefined {
  return (body as { error?: { code?: string } }).error?.code;
}

const hasBought = ({ ledger }: World, { marker }: Customer): boolean =>
  ledger.salesInOrder.some(({ customer }) => customer.marker === marker);
