import { setPrice } from '../../../src/testing/builders.ts';
import type { TestApp } from '../../../src/testing/test-app.ts';
import { type Charge, openTab } from '../browser-tab.ts';
import { type Chance, createChance } from '../chance.ts';
import { createShakenApp } from '../customers.ts';
import { createTally, type Trial } from '../trial.ts';

const prices = [6_000, 7_000, 4_950, 6_050, 0];

/**
 * The admin changes the price at any moment, between and during the calls of a visitor with two tabs.
 * The tabs run the page's own code.
 */
const priceChanges: Trial = {
  table: 'fault',
  name: 'price-changes-meanwhile',
  promise:
    'however the price changes between load, submit and payment, nobody is charged what was not on the button',
  counts: { quick: 60, full: 500 },
  async run(count, progress) {
    const tally = createTally();
    let charged = 0;
    let changes = 0;
    for (let index = 0; index < count; index++) {
      const { app } = createShakenApp(index);
      const chance = createChance(7_000 + index);
      const played = await play(app, chance);
      charged += played.charges.length;
      changes += played.changes;
      const wrong = played.charges.find(({ chargedCents, onButtonCents }) => chargedCents !== onButtonCents);
      const loss = wrong && `${wrong.chargedCents} cents charged, ${wrong.onButtonCents} on the button`;
      if (loss) tally.count(`interleaving ${index}: ${loss}`);
      else tally.count(played.isFinished ? null : `interleaving ${index}: the visitor cannot buy any more`);
      app.db.$client.close();
      if (index % 20 === 0) progress(index);
    }
    return tally.outcome(`${charged} charges, ${changes} price changes`);
  },
};

async function play(app: TestApp, chance: Chance) {
  const charges: Charge[] = [];
  const browser = app.visitor();
  let changes = 0;
  let isRestless = true;
  const meanwhile = async () => {
    await chance.turns(3);
    if (!isRestless || chance.next() > 0.1) return;
    setPrice(app, chance.pick(prices));
    changes += 1;
  };
  const tabs = [openTab(app, browser, charges, meanwhile), openTab(app, browser, charges, meanwhile)];
  const underWay: Promise<void>[] = tabs.map((tab) => tab.load());
  await underWay[0];
  for (let steps = 4 + chance.below(10); steps > 0; steps--) {
    const tab = chance.pick(tabs);
    const step = chance.next() < 0.25 || tab.isLeft() ? tab.load() : tab.press();
    underWay.push(step);
    // Long enough, now and then, for the other tab to act while this one waits for its bank.
    if (chance.next() < 0.6) await step;
    else await chance.turns(60);
  }
  await Promise.all(underWay);

  // The price stays as it is now: after a reload, and at most one more look, the button buys.
  isRestless = false;
  const [tab] = tabs;
  await tab?.load();
  for (let press = 0; press < 3 && !tab?.isLeft(); press++) await tab?.press();
  return { charges, changes, isFinished: tab?.isLeft() ?? false };
}

export const trials: Trial[] = [priceChanges];
