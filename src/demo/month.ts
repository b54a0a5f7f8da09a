import { eq, sql } from 'drizzle-orm';
import { outbox } from '../../db/schema.ts';
import { askForFeedback } from '../server/aftercare/customer-feedback.ts';
import type { Config } from '../server/base/config/config.ts';
import type { Context } from '../server/base/context.ts';
import { cancelAbandonedCheckouts } from '../server/checkout/abandon-checkouts.ts';
import { sendDueMail } from '../server/mailing/send-due-mail.ts';
import { demoAccounts, seedDemoAccounts, soloAccounts } from '../server/people/demo-accounts.ts';
import { readOffers } from '../server/shop/manage-offers.ts';
import { minutes, seconds } from '../shared/durations.ts';
import { createDesk, type Desk } from './demo-desk.ts';
import { openShop, type Shop } from './demo-shop.ts';
import { type Calendar, createDemoTimes } from './demo-times.ts';
import { type Plan, planOrders } from './plan.ts';
import { customers } from './sample-shop/sample-customers.ts';
import { purchaseOf } from './sample-shop/sample-offers.ts';

type Step = [at: number, happen: () => unknown];

const days = 31;

/**
 * Fills a new database with the month before `now`, by calling the service with a clock that moves through it. The
 * orders are always the same.
 * @param kind.hasOffers whether it also sells the sample offers
 * @param kind.isSolo whether its admin writes all readings, without readers
 */
export async function simulateMonth(
  config: Config,
  now: number,
  { hasOffers = false, isSolo = false } = {},
): Promise<void> {
  const calendar = createDemoTimes(now, config.businessTimeZone);
  const clock = createMovedClock(calendar.day(days, '08:00'));
  const shop = await openShop(config, clock);
  try {
    await seedDemoAccounts(shop.context, isSolo ? soloAccounts : demoAccounts);
    const desk = createDesk(shop.context, isSolo);
    if (hasOffers) await desk.addOffers();
    const steps = [
      ...planOrders(calendar, isSolo).flatMap((plan) => stepsOf(plan, shop, desk)),
      ...dailyRounds(calendar, shop, desk),
    ];
    for (const [at, happen] of steps.sort(([one], [other]) => one - other)) {
      if (at > now) break;
      await sendMail(shop.context, clock, at);
      clock.moveTo(at);
      await happen();
    }
    await sendMail(shop.context, clock, now);
  } finally {
    await shop.close();
  }
}

function createMovedClock(start: number) {
  let now = start;
  return {
    now: () => now,
    moveTo(time: number) {
      now = Math.max(now, time);
    },
  };
}

function stepsOf({ name, placed, cards, changedAmount, planSteps }: Plan, shop: Shop, desk: Desk): Step[] {
  const order = shop.expect(customers[name]);
  return [
    [placed, () => order.place(purchaseOf(name, readOffers(shop.context)))],
    ...(changedAmount === undefined ? [] : [[placed, () => order.changeAmount(changedAmount)] as Step]),
    ...cards.map(([at, card]): Step => [at, () => order.pay(card)]),
    ...planSteps.map(([at, what]): Step => [at, () => what(desk, order.id(), shop)]),
  ];
}

/** The price starts lower; every morning, abandoned checkouts end and customers are asked for feedback. */
function dailyRounds({ day, now }: Calendar, shop: Shop, desk: Desk): Step[] {
  const ask = () => askForFeedback(shop.context);
  const mornings = Array.from({ length: days }, (_, daysAgo): Step => {
    return [day(daysAgo, '05:00'), () => cancelAbandonedCheckouts(shop.context).then(ask)];
  });
  return [
    [day(days, '08:20'), () => desk.introduceReaders()],
    [day(days, '08:30'), () => desk.setPrice(49)],
    [day(20, '08:30'), () => desk.setPrice(60)],
    ...mornings,
    // By now everyone due has been asked, so that a new demo has no mail to write.
    [now - minutes(1), ask],
  ];
}

async function sendMail(context: Context, clock: ReturnType<typeof createMovedClock>, until: number) {
  for (;;) {
    const queued = context.db
      .select({ due: sql<number | null>`min(${outbox.nextAttemptAt})` })
      .from(outbox)
      .where(eq(outbox.state, 'queued'))
      .get();
    if (queued?.due == null || queued.due + seconds(1) > until) return;
    clock.moveTo(queued.due + seconds(1));
    await sendDueMail(context);
  }
}
