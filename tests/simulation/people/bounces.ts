import type { Chance } from '../../../src/sample-shop/chance.ts';
import { hours, minutes } from '../../../src/shared/durations.ts';
import { grace } from '../promises/grace.ts';
import type { Sale } from '../promises/ledger.ts';
import type { Browser } from '../world/shop.ts';
import { type Bounce, ifUnanswered, type World } from '../world/world.ts';
import { addressOf, askAboutCorrection } from './refusals.ts';

/** @returns whether an address's server accepts mail for it, and finds out later that there is no mailbox */
export const isBouncing = (address: string): boolean => address.includes('@gone.');

/** @returns whether an address has no mailbox, as its owner may find out when nothing comes */
export const isMistyped = (address: string): boolean => isBouncing(address) || address.includes('@nowhere.');

/** A mail bounces hours after it was accepted. The admin finds it in the shop's mail, which no program reads. */
export async function bounce({ agenda, ledger, desk }: World, chance: Chance, mail: Omit<Bounce, 'what'>) {
  await agenda.sleep(minutes(1) + chance.wait(hours(5)));
  ledger.count('mails that came back');
  desk.push({ what: 'bounce', ...mail });
}

/** The customer is asked by telephone for their address, unless it is another by now. */
export async function answerBounce(world: World, browser: Browser, back: Bounce): Promise<void> {
  const { ledger, agenda } = world;
  const { orderId, address: from } = back;
  const path = `/api/orders/${orderId}`;
  const order = await world.call<{ customerEmail: string }>(browser, 'GET', path).catch(ifUnanswered);
  // What was not answered is looked at again with the next mail.
  if (!order || order.status >= 500 || order.status === 401) return void world.desk.push(back);
  const sale = ledger.saleOf(orderId);
  if (order.status !== 200 || !sale || order.body.customerEmail !== from) return;
  const to = from.replace('@gone.example', '@customers.example');
  if (!sale.customer.addresses.includes(to)) sale.customer.addresses.push(to);
  const since = agenda.now();
  const answer = await world.call(browser, 'PUT', `${path}/email`, { email: to }).catch(ifUnanswered);
  askAboutCorrection(world, sale, to, answer);
  if (answer && answer.status < 500 && answer.status !== 200) return;
  ledger.addressChanged(sale, { from, to, isCertain: answer?.status === 200 });
  if (answer?.status !== 200) return void world.desk.push(back);
  ledger.count('addresses corrected after a mail came back');
  void askWhetherReached(world, sale, to, since);
}

/** What came back goes to the new address, as soon as nothing is in its way. */
async function askWhetherReached(world: World, sale: Sale, to: string, since: number): Promise<void> {
  const { agenda, ledger } = world;
  await agenda.sleep(grace);
  const fairSince = world.fairSince();
  const isStillThere = sale.rightAddresses.at(-1)?.address === to && sale.unclearUntil < since;
  if (fairSince === null || fairSince > since || !isStillThere) return;
  // The order was deleted in the same moment: nothing is sent about it then.
  if (addressOf(world, sale.orderId) === undefined) return;
  ledger.ask(
    'a reading reaches the right address',
    (ledger.lastMailAbout(sale.orderId, to) ?? 0) >= since,
    () => `${sale.orderNumber} was corrected to ${to}, and nothing was sent there`,
  );
}
