import type { Chance } from '../../../src/sample-shop/chance.ts';
import { readCustomerOrder } from '../../../src/server/order-views/customer-order.ts';
import type { CustomerOrder } from '../../../src/shared/customer-order.ts';
import { hours, minutes } from '../../../src/shared/durations.ts';
import { markersIn, type Sale } from '../promises/ledger.ts';
import type { TakenMail } from '../world/post.ts';
import { newBrowser } from '../world/shop.ts';
import { ifUnanswered, type World } from '../world/world.ts';
import { bounce, isBouncing } from './bounces.ts';

/** A mail about an order has come: some follow its link, and answer what it asks. */
export function readMail(
  world: World,
  about: { kind: string; orderId: string | null } | null,
  { text, to, takenAt }: TakenMail,
): void {
  if (!about?.orderId) return;
  const { kind, orderId } = about;
  const { chance, agenda } = world;
  if (isBouncing(to.address)) {
    const own = chance.of(`bounce ${orderId} ${takenAt}`);
    return void bounce(world, own, { orderId, address: to.address });
  }
  if (kind === 'customer_question') {
    void answerQuestion(world, chance.of(`answer ${orderId} ${agenda.now()}`), orderId, text);
  }
  const sale = world.ledger.saleOf(orderId);
  const token = /\/order\/([\w-]+)/.exec(text)?.[1];
  if (sale && token) void followLink(world, chance.of(`link ${token}`), sale, token);
}

/** A mail asks them something: most answer, some only once they are reminded, some never. */
async function answerQuestion(world: World, chance: Chance, orderId: string, text: string): Promise<void> {
  const { agenda, shop, ledger } = world;
  if (chance.happens(0.3)) return;
  await agenda.sleep(chance.wait(hours(20)));
  const token = /\/order\/([\w-]+)/.exec(text)?.[1];
  if (!token || !shop.isUp()) return;
  const question = world.openQuestion(orderId);
  if (!question) return;
  const form = new URLSearchParams({ question, answer: 'The second of the two, at the hospital.' });
  const answer = await world
    .call(newBrowser('198.51.100.7'), 'POST', `/api/order-links/${token}/answer`, form)
    .catch(ifUnanswered);
  if (answer) ledger.count('questions answered');
}

/** @returns what the page of a link shows; undefined when it does not come */
function lookAt({ shop }: World, token: string): CustomerOrder | null | undefined {
  try {
    return shop.ask(({ context }) => readCustomerOrder(context, token, { isCustomer: true }));
  } catch (error) {
    return ifUnanswered(error) ?? undefined;
  }
}

/** Opens the page of the order: what it would show is asked of the server, as the page does. */
async function followLink(world: World, chance: Chance, sale: Sale, token: string): Promise<void> {
  const { agenda, ledger, shop } = world;
  const sentAt = agenda.now();
  if (chance.happens(0.5)) return;
  await agenda.sleep(chance.wait(minutes(40)));
  if (!shop.isUp() || ledger.isDiskFull()) return;
  const shown = lookAt(world, token);
  if (shown === undefined) return;
  // A link ends when the address was corrected, and with a copy that does not know it.
  const mayBeOver = sentAt <= sale.unclearUntil || sale.rightAddresses.length > 1;
  ledger.ask(
    'a link leads to its order',
    shown === null ? mayBeOver : shown.orderNumber === sale.orderNumber,
    () => `the link of ${sale.orderNumber} leads to ${shown?.orderNumber ?? 'nothing'}`,
  );
  const named = markersIn(JSON.stringify(shown));
  ledger.ask(
    'nobody sees an order that is not theirs',
    [...named].every((marker) => marker === sale.customer.marker || marker === sale.orderNumber),
    () => `the page of ${sale.orderNumber} shows what ${[...named].join(' and ')} wrote`,
  );
  if (shown?.state === 'delivered') ledger.count('readings looked at on their page');
}
