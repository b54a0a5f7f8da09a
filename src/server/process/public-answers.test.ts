import { expect, test } from 'vitest';
import { addPerson, addSignedIn, setPrice } from '../../testing/builders.ts';
import { statementsRun } from '../../testing/statements-run.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { changeIdentity } from '../business/change-business.ts';
import type { PublicChange } from '../context/context.ts';
import type { Asset } from '../site/assets.ts';
import { keepPublicWords, keepSettings, refreshTogether } from './public-answers.ts';

const identity = {
  siteName: 'The Quiet Deck',
  contactEmail: 'hello@quiet.example',
  legalName: '',
  postalAddress: '',
};

/** An app whose public answers are looked at as those of a service are. */
function createShop() {
  const app = createTestApp();
  const answers = new Map<string, Asset>();
  const { context } = app;
  const words = keepPublicWords({ context });
  const settings = keepSettings({ context, publishableKey: 'pk_test' }, words, answers, {});
  refreshTogether(
    {
      context,
      whenPublicChanges(refresh) {
        context.publicChanged = (what: PublicChange = 'offer') => refresh(what);
      },
    },
    [words, settings],
  );
  const told = () => JSON.parse(String(answers.get('/api/settings')?.variants.identity.body));
  return { app, words, told };
}

test('what may have changed is looked at once for all who say it, and what has not is not asked for', async () => {
  const { app, words } = createShop();
  await addSignedIn(app, 'rita', 'reader');
  const look = () => {
    app.context.publicChanged();
    words.read();
    words.read();
  };
  // The settings, the queue and those who write.
  expect(await statementsRun(app, look)).toHaveLength(3);
  expect(await statementsRun(app, words.read)).toEqual([]);
});

test('a purchase asks for what is offered once for each of its steps', async () => {
  const { app } = createShop();
  await addSignedIn(app, 'rita', 'reader');
  await app.buy();
  const statements = await statementsRun(app, () => app.buy());
  const asking = (about: RegExp) => statements.filter((source) => about.test(source)).length;
  // The page, the button, and the look after the payment.
  expect(asking(/^SELECT name, value FROM "settings"/)).toBe(3);
  expect(asking(/^select ifnull\(sum\("count"\), 0\) - .* from "order_tallies"/)).toBe(3);
  expect(asking(/^select "days_away", "readings_per_day" from "users"/)).toBe(3);
  expect(asking(/"site_texts"/)).toBe(0);
});

test('what the business says is new at once on the page of an order, and so is the price', () => {
  const { app, words, told } = createShop();
  const boss = addPerson(app, 'boss', 'admin');
  expect(words.read().site.siteName).not.toBe('The Quiet Deck');
  changeIdentity(app.context, boss, { ...identity, version: 0 });
  expect(words.read().site.siteName).toBe('The Quiet Deck');
  setPrice(app, 7_000);
  app.context.publicChanged();
  expect([words.read().offer.priceCents, told().price]).toEqual([7_000, 70]);
});
