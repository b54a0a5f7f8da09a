import type { Chance } from '../../../src/sample-shop/chance.ts';
import type { Alert } from '../../../src/shared/alerts.ts';
import { days, hours, minutes, seconds } from '../../../src/shared/durations.ts';
import type { OrderMail } from '../../../src/shared/orders/mails.ts';
import type { OrderPayment } from '../../../src/shared/orders/refunds.ts';
import type { Reading } from '../../../src/shared/readings/readings.ts';
import { type Browser, newBrowser } from '../world/shop.ts';
import { ifUnanswered, type Lift, type RefundWish, type Worker, type World } from '../world/world.ts';
import { answerBounce } from './bounces.ts';
import { isWorkday, patienceIn, timeOfDay } from './hours.ts';
import { comeIn } from './readers.ts';
import { askWhyRefused, isRefusal } from './refusals.ts';

/** An admin's life: reviews, answers mail, looks after alerts, now and then changes something. */
export async function liveAsAdmin(world: World, admin: Worker): Promise<void> {
  const { agenda } = world;
  const chance = world.chance.of(admin.username);
  for (;;) {
    await agenda.sleep(timeOfDay(agenda.now(), 1, 8 + chance.fraction() * 2) - agenda.now());
    if (!isWorkday(agenda.now()) && chance.happens(0.7)) continue;
    const browser = chance.happens(0.1) ? newBrowser() : admin.browser;
    if (!(await comeIn(world, chance, browser, admin))) continue;
    const end = timeOfDay(agenda.now(), 0, 18);
    while (agenda.now() < end) {
      await review(world, chance, browser);
      await answerMail(world, chance, browser);
      await lookAfterAlerts(world, chance, browser);
      if (chance.happens(0.004)) await changePrice(world, chance, browser);
      if (chance.happens(0.01)) await moveOrder(world, chance, browser);
      if (chance.happens(0.006)) await deleteByMistake(world, chance, browser);
      if (chance.happens(0.002)) await letSomebodyGo(world, chance, browser);
      await agenda.sleep((hours(1) + chance.wait(hours(1))) * patienceIn(world));
    }
  }
}

async function review(world: World, chance: Chance, browser: Browser): Promise<void> {
  const { agenda } = world;
  const pending = await world.insist<Reading[]>(browser, 'GET', '/api/readings/pending');
  if (pending?.status !== 200) return;
  for (const reading of pending.body) {
    await agenda.sleep(seconds(30) + chance.wait(minutes(2)));
    if (chance.happens(0.07)) await reject(world, browser, reading);
    else if (chance.happens(0.05)) await edit(world, chance, browser, reading);
    else await approve(world, chance, browser, reading);
  }
}

async function reject(world: World, browser: Browser, { id, revision }: Reading): Promise<void> {
  const body = { feedback: 'Warmer, please, and shorter.', revision, comments: [] };
  const answer = await world.call(browser, 'PUT', `/api/readings/${id}/reject`, body).catch(ifUnanswered);
  if (answer?.status === 200) world.ledger.count('readings sent back');
}

/** Changes a few words; now and then in two windows at once, of which one is told that it came too late. */
async function edit(
  world: World,
  chance: Chance,
  browser: Browser,
  { id, orderId, revision, content, order }: Reading,
): Promise<void> {
  const texts = [`${content}\n\nGo well.`];
  if (chance.happens(0.3)) texts.push(`${content}\n\nFare well.`);
  const answers = await Promise.all(
    texts.map((text) =>
      world.call(browser, 'PUT', `/api/readings/${id}`, { content: text, revision }).catch(ifUnanswered),
    ),
  );
  const saved = texts.filter((_, i) => answers[i]?.status === 200);
  world.ledger.ask(
    'nobody writes over what they have not seen',
    saved.length <= 1,
    () => `two changes of the same text of ${order.orderNumber} were taken`,
  );
  world.ledger.writingOf(orderId).handedIn.push(...saved);
}

async function approve(world: World, chance: Chance, browser: Browser, reading: Reading): Promise<void> {
  const { agenda, ledger } = world;
  const { id, orderId, revision } = reading;
  const writing = ledger.writingOf(orderId);
  const press = () =>
    world.call(browser, 'PUT', `/api/readings/${id}/approve`, { revision }).catch(ifUnanswered);
  const presses = [press()];
  while (chance.happens(0.05)) presses.push(press());
  const answers = await Promise.all(presses);
  const well = answers.filter((answer) => answer?.status === 200).length;
  ledger.ask(
    'an order is approved once',
    well <= 1,
    () => `${reading.order.orderNumber} was approved ${well} times`,
  );
  if (answers.every((answer) => answer !== null && answer.status !== 200)) return;
  // What was not answered may have been done: it may go out once either way.
  writing.sendings += 1;
  writing.approved = true;
  writing.approvedAt = agenda.now();
  if (well === 0) return;
  ledger.count('readings approved');
  if (!chance.happens(0.03)) return;
  await agenda.sleep(chance.whole(1, 70_000));
  const undone = await world.call(browser, 'PUT', `/api/readings/${id}/undo-approval`).catch(ifUnanswered);
  if (undone === null || undone.status === 200) writing.approved = false;
  if (undone?.status !== 200) return;
  // What was answered as undone never goes out.
  writing.sendings -= 1;
  ledger.count('approvals undone');
}

async function answerMail(world: World, chance: Chance, browser: Browser): Promise<void> {
  for (const wish of world.desk.splice(0)) {
    if (wish.what === 'refund') await refund(world, chance, browser, wish);
    else if (wish.what === 'lift') await lift(world, browser, wish);
    else await answerBounce(world, browser, wish);
  }
}

/** Has an order go on whose customer has taken their withdrawal back. */
async function lift(world: World, browser: Browser, wish: Lift): Promise<void> {
  const { ledger } = world;
  const sale = ledger.saleOf(wish.orderId);
  const path = `/api/orders/${wish.orderId}/withdrawal/lift`;
  const answer = await world.insistBriefly(browser, 'PUT', path);
  // Without an answer, or without a way to check it, the admin tries again later.
  if (answer === null || answer.status === 401 || !world.shop.isUp()) return void world.desk.push(wish);
  const isWithdrawn = world.isWithdrawn(wish.orderId);
  if (isRefusal(answer)) askWhyRefused(world, !isWithdrawn, `the withdrawal from ${wish.orderId}`, answer);
  if (!sale || isWithdrawn) return;
  sale.withdrawnAt = null;
  if (answer.status === 200) ledger.count('withdrawals taken back');
}

/** Gives money back as one would: looks what was paid, then presses, and sometimes a colleague presses too. */
async function refund(
  world: World,
  chance: Chance,
  browser: Browser,
  { orderId, cents }: RefundWish,
): Promise<void> {
  const { agenda, ledger } = world;
  const sale = ledger.saleOf(orderId);
  const seen = await world
    .call<OrderPayment | null>(browser, 'GET', `/api/orders/${orderId}/payment`)
    .catch(ifUnanswered);
  if (!sale || seen?.status !== 200 || !seen.body || seen.body.refundable === 0) return;
  const left = Math.round(seen.body.refundable * 100);
  const amount = Math.min(cents ?? left, left);
  const body = { amount: amount / 100, refundedBefore: seen.body.refunded };
  const press = () => world.call(browser, 'POST', `/api/orders/${orderId}/refund`, body).catch(ifUnanswered);
  for (let tries = 0; tries < 3; tries++) {
    const presses = [press()];
    if (chance.happens(0.1)) presses.push(press());
    if (tries === 0) sale.refundsAsked.push(amount);
    // The answer to the first press was lost, and that refund has failed at the bank since: this press asks for it
    // again.
    else if (!sale.refundsAsked.includes(amount)) sale.refundsAsked.push(amount);
    const answers = await Promise.all(presses);
    if (answers.some((answer) => answer?.status === 200)) {
      ledger.count('refunds');
      return;
    }
    if (answers.every((answer) => answer !== null && answer.status < 500)) return;
    await agenda.sleep(minutes(2) + chance.wait(minutes(20)));
  }
}

async function lookAfterAlerts(world: World, chance: Chance, browser: Browser): Promise<void> {
  const { agenda } = world;
  const alerts = await world.call<Alert[]>(browser, 'GET', '/api/alerts').catch(ifUnanswered);
  if (alerts?.status !== 200 || !Array.isArray(alerts.body)) return;
  for (const { code, orders } of alerts.body) {
    for (const order of orders) {
      await agenda.sleep(chance.wait(minutes(1)));
      if (code === 'mail_failed') await writeElsewhere(world, browser, order.id);
      if (code === 'refund_failed' && chance.happens(0.5))
        await refund(world, chance, browser, { what: 'refund', orderId: order.id, cents: null });
      if (code === 'order_withdrawn') await settle(world, browser, order.id);
      if (code === 'payment_review')
        await world.call(browser, 'PUT', `/api/orders/${order.id}/accept-payment`).catch(ifUnanswered);
      if (code === 'question_unanswered' || code === 'problem_told')
        await closeWhatWaits(world, browser, code, order.id);
    }
  }
}

/** The customer was reached by telephone and has told their address once more. */
async function writeElsewhere(world: World, browser: Browser, orderId: string): Promise<void> {
  const { ledger } = world;
  const mails = await world
    .call<OrderMail[]>(browser, 'GET', `/api/orders/${orderId}/mails`)
    .catch(ifUnanswered);
  const failed = mails?.status === 200 ? mails.body.find(({ state }) => state === 'failed') : undefined;
  const sale = ledger.saleOf(orderId);
  if (!failed || !sale) return;
  const from = failed.to;
  const to = from.replace('@nowhere.example', '@customers.example');
  if (to === from) {
    await world.call(browser, 'POST', `/api/mails/${failed.id}/resend`).catch(ifUnanswered);
    const writing = ledger.writingOf(orderId);
    writing.sendings += 1;
    writing.corrections += 1;
    return;
  }
  if (!sale.customer.addresses.includes(to)) sale.customer.addresses.push(to);
  const answer = await world
    .call(browser, 'PUT', `/api/orders/${orderId}/email`, { email: to })
    .catch(ifUnanswered);
  ledger.addressChanged(sale, { from, to, isCertain: answer?.status === 200 });
}

async function closeWhatWaits(
  world: World,
  browser: Browser,
  code: 'question_unanswered' | 'problem_told',
  orderId: string,
): Promise<void> {
  if (code === 'question_unanswered') {
    const asked = await world
      .call<{ id: string; closedAt?: string | null; answeredAt?: string | null }[]>(
        browser,
        'GET',
        `/api/orders/${orderId}/questions`,
      )
      .catch(ifUnanswered);
    const open = asked?.status === 200 ? asked.body.at(-1) : undefined;
    if (open) await world.call(browser, 'PUT', `/api/questions/${open.id}/close`).catch(ifUnanswered);
    return;
  }
  const aftercare = await world
    .call<{ problems?: { id: string }[] }>(browser, 'GET', `/api/orders/${orderId}/aftercare`)
    .catch(ifUnanswered);
  for (const { id } of aftercare?.body.problems ?? []) {
    await world.call(browser, 'PUT', `/api/problems/${id}/close`).catch(ifUnanswered);
  }
}

async function changePrice(world: World, chance: Chance, browser: Browser): Promise<void> {
  const price = chance.whole(40, 90);
  const answer = await world.call(browser, 'PUT', '/api/settings/price', { price }).catch(ifUnanswered);
  if (answer?.status === 200) world.ledger.count('price changes');
}

/** Agrees that what is left of a withdrawn customer's money stays. */
async function settle(world: World, browser: Browser, orderId: string): Promise<void> {
  const seen = await world
    .call<OrderPayment | null>(browser, 'GET', `/api/orders/${orderId}/payment`)
    .catch(ifUnanswered);
  if (seen?.status !== 200 || !seen.body || seen.body.refunded === 0) return;
  const body = { refundedBefore: seen.body.refunded };
  await world.call(browser, 'PUT', `/api/orders/${orderId}/withdrawal/settle`, body).catch(ifUnanswered);
}

interface Listed {
  orders: { id: string; orderNumber: string; assignedReader: { id: string } | null }[];
}

async function someOrder(world: World, chance: Chance, browser: Browser) {
  const listed = await world
    .call<Listed>(browser, 'GET', '/api/orders?status=pending&limit=20')
    .catch(ifUnanswered);
  const orders = listed?.status === 200 ? listed.body.orders : [];
  return orders[chance.whole(0, Math.max(0, orders.length - 1))] ?? null;
}

async function moveOrder(world: World, chance: Chance, browser: Browser): Promise<void> {
  const order = await someOrder(world, chance, browser);
  const readers = await world.call<{ id: string }[]>(browser, 'GET', '/api/readers').catch(ifUnanswered);
  const other =
    readers?.status === 200 ? readers.body.find(({ id }) => id !== order?.assignedReader?.id) : undefined;
  if (!order || !other) return;
  const body = { readerId: other.id };
  const answer = await world
    .call(browser, 'PUT', `/api/orders/${order.id}/assignee`, body)
    .catch(ifUnanswered);
  if (answer?.status === 200) world.ledger.count('orders moved to another reader');
}

async function deleteByMistake(world: World, chance: Chance, browser: Browser): Promise<void> {
  const { agenda, ledger } = world;
  const order = await someOrder(world, chance, browser);
  if (!order) return;
  const deleted = await world.call(browser, 'DELETE', `/api/orders/${order.id}`).catch(ifUnanswered);
  if (deleted && deleted.status !== 200) return;
  ledger.count('orders deleted');
  await agenda.sleep(chance.wait(minutes(10)));
  if (chance.happens(0.1)) return;
  const restored = await world.insist(browser, 'PUT', `/api/orders/${order.id}/restore`);
  if (restored?.status === 200) ledger.count('orders restored');
}

/** Closes a reader's account for some weeks; their orders go to other free readers. */
async function letSomebodyGo(world: World, chance: Chance, browser: Browser): Promise<void> {
  const { agenda, ledger } = world;
  const people = await world
    .call<{ id: string; role: string; isActive: boolean }[]>(browser, 'GET', '/api/staff')
    .catch(ifUnanswered);
  if (people?.status !== 200) return;
  const readers = people.body.filter(({ role, isActive }) => role === 'reader' && isActive);
  const leaving = readers[chance.whole(0, readers.length - 1)];
  if (!leaving || readers.length < 2) return;
  const path = `/api/staff/${leaving.id}/active`;
  const answer = await world.call(browser, 'PUT', path, { isActive: false }).catch(ifUnanswered);
  if (answer?.status !== 200) return;
  ledger.count('readers closed out');
  agenda.after(chance.wait(days(10)), async () => {
    const own = newBrowser();
    for (let tries = 0; tries < 50; tries++) {
      const isIn = await comeIn(world, chance, own, { username: world.admins[0] ?? '' });
      const back = isIn && (await world.call(own, 'PUT', path, { isActive: true }).catch(ifUnanswered));
      if (back && back.status === 200) return;
      await agenda.sleep(hours(2));
    }
  });
}
