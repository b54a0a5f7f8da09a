import { appendFileSync } from 'node:fs';
import { hours, minutes, seconds } from '../../shared/durations.ts';
import type { Answer } from '../../testing/test-app.ts';
import { createLedger, type Ledger } from '../promises/ledger.ts';
import { type Agenda, createAgenda } from './agenda.ts';
import { type Chance, createChance } from './chance.ts';
import { createPost, type TakenMail } from './post.ts';
import { type Browser, createShop, type Shop, serviceId, Unanswered } from './shop.ts';
import { createStripe, type Stripe } from './stripe.ts';
import { fairWeather, isFair, type Weather } from './weather.ts';

/** Somebody who works here. */
export interface Worker {
  id: string;
  username: string;
  browser: Browser;
}

/** What a customer asks of the admin, in a mail that no program reads. */
export type Wish = { what: 'refund'; orderId: string; cents: number | null };

/** Everything there is: one shop, what surrounds it, and what has been seen of both. */
export interface World {
  agenda: Agenda;
  chance: Chance;
  weather: Weather;
  shop: Shop;
  stripe: Stripe;
  ledger: Ledger;
  /** How many orders a quiet day brings. */
  ordersPerDay: number;
  /** Since when nothing was in the way of anything; null while something is. */
  fairSince(): number | null;
  /** To be called when the weather has changed. */
  weatherChanged(): void;
  /** A call of a browser; a 5xx that nothing explains breaks a promise. */
  call<T>(browser: Browser, method: string, target: string, body?: unknown): Promise<Answer<T>>;
  /** The same, again and again, by somebody who does not give up soon. @returns null when they do */
  insist<T>(browser: Browser, method: string, target: string, body?: unknown): Promise<Answer<T> | null>;
  /** The same by somebody who tries three times within minutes. */
  insistBriefly<T>(
    browser: Browser,
    method: string,
    target: string,
    body?: unknown,
  ): Promise<Answer<T> | null>;
  /** The ids of the admins. */
  admins: string[];
  /** Whether the shop sells into the EU. */
  hasWithdrawal: boolean;
  /** What the page of an order shows: whether it was withdrawn from, and what its customer is asked. */
  isWithdrawn(orderId: string): boolean;
  openQuestion(orderId: string): string | null;
  /** What the admin was asked for by mail. */
  desk: Wish[];
  /** Something worth a line in the story of a run. */
  note(words: string): void;
}

export interface WorldOptions {
  seed: string;
  /** Milliseconds since 1970 */
  start: number;
  /** The SQLite file. */
  path: string;
  ordersPerDay: number;
  /** Somebody has got a mail about an order. */
  onMail: (world: World, about: { kind: string; orderId: string | null } | null, mail: TakenMail) => void;
  /** Gets what was thrown and nobody took. */
  onFailure: (error: unknown) => void;
  /** Where the log of the service goes; it is looked at for errors all the same. */
  logPath?: string | undefined;
}

const storyLength = 60;

/** Has nothing happen yet. */
export function createWorld({ seed, start, path, ordersPerDay, onMail, onFailure, logPath }: WorldOptions) {
  const chance = createChance(seed);
  const agenda = createAgenda(start, onFailure);
  const weather = fairWeather();
  const story: string[] = [];
  let fairSince: number | null = start;

  const note = (words: string) => {
    story.push(`${new Date(agenda.now()).toISOString().slice(0, 19)}  ${words}`);
    if (story.length > storyLength) story.shift();
  };
  const ledger = createLedger(agenda, note);
  const post = createPost({
    agenda,
    chance,
    weather,
    exists: (address) => !address.includes('@nowhere.'),
    onTaken: (mail) => onMail(world, ledger.mailTaken(mail, shop.isUp() ? shop.app().db : null), mail),
  });
  const stripe = createStripe({
    agenda,
    chance,
    weather,
    serviceId,
    async deliver(event) {
      const app = shop.app();
      const answered = Promise.resolve(
        app.app.request('/api/stripe/webhook', {
          method: 'POST',
          headers: { 'stripe-signature': 'valid' },
          body: JSON.stringify(event),
        }),
      );
      answered.catch(() => undefined);
      const { status } = await shop.orEnd(answered);
      agenda.goesOn();
      if (status >= 500 && weather.stripe === 'up')
        ledger.breach('no call fails without a reason', `a webhook: ${status}`);
      return status === 200;
    },
  });
  const shop: Shop = createShop({
    path,
    agenda,
    chance,
    weather,
    outside: { payments: stripe.gateway, mailer: post.mailer },
    onLog(line) {
      ledger.logged(line);
      if (logPath) appendFileSync(logPath, line);
    },
  });

  const ask = (source: string, id: string) =>
    shop.isUp() ? shop.app().db.$client.prepare(source).pluck().get(id) : undefined;
  const world: World = {
    agenda,
    chance,
    weather,
    shop,
    stripe,
    ledger,
    ordersPerDay,
    fairSince: () => (shop.isUp() ? fairSince : null),
    weatherChanged() {
      if (!isFair(weather) || !shop.isUp()) fairSince = null;
      else fairSince ??= agenda.now();
    },
    async call(browser, method, target, body) {
      const mood = weather.stripe;
      const answer = await shop.call<never>(browser, method, target, body);
      const isExplained = mood !== 'up' || weather.stripe !== 'up' || ledger.isDiskFull();
      if (answer.status >= 500 && !(isExplained && answer.status !== 500)) {
        ledger.breach(
          'no call fails without a reason',
          `${method} ${target}: ${answer.status} ${JSON.stringify(answer.body)}`,
        );
      }
      return answer;
    },
    async insist(browser, method, target, body) {
      for (let tries = 0; tries < 6; tries++) {
        const answer = await world.call<never>(browser, method, target, body).catch(ifUnanswered);
        if (answer && answer.status < 500) return answer;
        await agenda.sleep(minutes(1) + chance.whole(0, hours(1)) * tries);
      }
      return null;
    },
    async insistBriefly(browser, method, target, body) {
      for (let tries = 0; tries < 3; tries++) {
        const answer = await world.call<never>(browser, method, target, body).catch(ifUnanswered);
        if (answer && answer.status < 500) return answer;
        await agenda.sleep(seconds(5) + chance.whole(0, minutes(2)));
      }
      return null;
    },
    admins: [],
    hasWithdrawal: chance.of('what kind of shop').happens(0.3),
    isWithdrawn: (orderId) =>
      ask("SELECT 1 FROM orders WHERE id = ? AND hold = 'withdrawal'", orderId) !== undefined,
    openQuestion: (orderId) =>
      (ask(
        'SELECT id FROM customer_questions WHERE order_id = ? AND closed_at IS NULL',
        orderId,
      ) as string) ?? null,
    desk: [],
    note,
  };
  return { world, story };
}

/** What to do when a call was not answered: go on without. */
export function ifUnanswered(error: unknown): null {
  if (error instanceof Unanswered) return null;
  throw error;
}
