import type { Chance } from '../../../src/sample-shop/chance.ts';
import { findOwnOrder, visitorCookie } from '../../../src/server/checkout/own-order.ts';
import { findBuyersLink } from '../../../src/server/order-views/customer-order.ts';
import { hours, minutes, seconds } from '../../../src/shared/durations.ts';
import type { Sale } from '../promises/ledger.ts';
import type { Browser } from '../world/shop.ts';
import { ifUnanswered, type World } from '../world/world.ts';

/** The thank-you page and the order page know their browser: opened in it, they give it a link that works. */
export function linkOf({ shop }: World, browser: Browser, { orderId }: Sale): string | null {
  try {
    return shop.ask(({ context }) => {
      const cookie = browser.cookies.get(visitorCookie(context.config).name) ?? null;
      const own = findOwnOrder(context, cookie, ({ id }) => id === orderId);
      return own && findBuyersLink(context, own);
    });
  } catch (error) {
    return ifUnanswered(error);
  }
}

/** Says where their mails are to go instead. */
export async function correctAddress(
  world: World,
  chance: Chance,
  browser: Browser,
  sale: Sale,
): Promise<void> {
  const { customer } = sale;
  const link = linkOf(world, browser, sale);
  if (!link) return;
  const address = (customer.addresses[0] ?? '').replace(/@.*/, `.${chance.whole(2, 99)}@customers.example`);
  // From when it is asked for until it is answered, both are right.
  const before = customer.addresses.at(-1) ?? '';
  customer.addresses.push(address);
  const form = new URLSearchParams({ text: address });
  const answer = await world
    .call(browser, 'POST', `/api/order-links/${link}/address`, form)
    .catch(ifUnanswered);
  const isRefused = answer !== null && !answer.headers.get('location')?.includes('corrected=address');
  if (isRefused) customer.addresses.splice(customer.addresses.indexOf(address), 1);
  else {
    world.ledger.addressChanged(sale, { from: before, to: address, isCertain: answer !== null });
    world.ledger.count('addresses corrected by customers');
  }
}

/** Withdraws in two steps, as on the page of the order. Some take it back, and write so. */
export async function withdraw(world: World, chance: Chance, browser: Browser, sale: Sale): Promise<void> {
  const { agenda, ledger } = world;
  const link = linkOf(world, browser, sale);
  if (!link) return;
  const stated = await world.call(browser, 'POST', `/api/order-links/${link}/withdrawal`).catch(ifUnanswered);
  const key = /^\/withdraw\/(.+)$/.exec(stated?.headers.get('location') ?? '')?.[1];
  if (!key) return;
  await agenda.sleep(seconds(20));
  const before = agenda.now();
  await world.call(browser, 'POST', `/api/withdrawals/${key}/confirm`).catch(ifUnanswered);
  // Whether it was taken, the page says, as the shop does: once it is there again.
  while (!world.shop.isUp()) await agenda.sleep(minutes(5));
  if (!world.isWithdrawn(sale.orderId)) return;
  sale.withdrawnAt = before;
  ledger.count('withdrawals');
  const { orderId } = sale;
  if (chance.happens(0.7)) return void world.desk.push({ what: 'refund', orderId, cents: null });
  await agenda.sleep(chance.wait(hours(8)));
  world.desk.push({ what: 'lift', orderId });
}
