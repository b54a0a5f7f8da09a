import type { Chance } from '../../../src/sample-shop/chance.ts';
import { usualCalendar } from '../../../src/shared/checkout/calendar.ts';
import { days, hours } from '../../../src/shared/durations.ts';
import { newBrowser } from '../world/shop.ts';
import type { World } from '../world/world.ts';
import { liveAsCustomer } from './customers.ts';
import { timeOfDay } from './hours.ts';
import { comeIn } from './readers.ts';

/** Quiet weeks, and now and then a day on which the whole town seems to come. */
export async function letCustomersCome(world: World): Promise<void> {
  const { agenda, ordersPerDay } = world;
  const chance = world.chance.of('arrivals');
  // Of those who look, this part buys.
  const visitorsPerDay = ordersPerDay / 0.72;
  let number = 0;
  let rush = 0;
  for (;;) {
    await agenda.sleep(chance.wait(days(1) / (visitorsPerDay * (rush > 0 ? 10 : 1))));
    number += 1;
    void liveAsCustomer(world, number);
    if (rush > 0) rush -= 1;
    else if (chance.happens(1 / (visitorsPerDay * 90))) rush = Math.round(visitorsPerDay * 2);
  }
}

/** Customers of a launch are counted from here on, and the others from 1. */
const firstOfLaunch = 1_000_000;

/**
 * Of those who share an address at a launch, 150 or so come over the one of a telephone company, which is twenty-five in
 * ten minutes; the others over those of fifty.
 */
function networkAtLaunch(number: number): string {
  return number < firstOfLaunch + 750 ? '198.51.100.7' : `203.0.113.${number % 50}`;
}

/** An admin expects more than can be written for, and has the shop say that it is full. @param most open orders */
async function takeNoMore(world: World, chance: Chance, most: number): Promise<void> {
  const { admins, ledger } = world;
  const browser = newBrowser();
  if (!(await comeIn(world, chance, browser, { username: admins[0] ?? '' }))) return;
  const calendar = { ...usualCalendar, mostOpenOrders: most };
  const answer = await world.insistBriefly(browser, 'PUT', '/api/settings/calendar', calendar);
  if (answer?.status === 200) ledger.count('shops that take no more at a launch');
}

/** On a day of the first week, a person with many listeners recommends the shop. @param visitors come within an hour */
export async function letLaunchCome(world: World, visitors: number): Promise<void> {
  const { agenda, ledger } = world;
  const chance = world.chance.of('launch');
  const begins = timeOfDay(agenda.now(), chance.whole(1, 6), chance.whole(7, 21));
  await agenda.sleep(begins - agenda.now());
  if (chance.happens(0.3)) await takeNoMore(world, chance.of('how many'), Math.ceil(visitors / 3));
  world.note(`a launch: ${visitors} come within an hour`);
  ledger.count('visitors of a launch', visitors);
  for (let i = 0; i < visitors; i++) {
    agenda.after(chance.whole(0, hours(1)), () => liveAsCustomer(world, firstOfLaunch + i, networkAtLaunch));
  }
}
