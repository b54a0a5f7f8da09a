import { appendFileSync } from 'node:fs';
import { type Chance, createChance } from '../../../src/sample-shop/chance.ts';
import { hours, minutes, seconds } from '../../../src/shared/durations.ts';
import type { Answer } from '../../../src/testing/test-app.ts';
import { createLedger, type Ledger } from '../promises/ledger.ts';
import { type Agenda, createAgenda } from './agenda.ts';
import { type Calls, createCalls } from './calls.ts';
import { createPost, type TakenMail } from './post.ts';
import { type Browser, createShop, type Shop, serviceId, Unanswered } from './shop.ts';
import { createStripe, type Stripe } from './stripe.ts';
import { fairWeather, isFair, type Weather } from './weather.ts';

/** A staff member. */
export interface Worker {
  id: string;
  username: string;
  browser: Browser;
}

/** A customer wants money back: all of it unless a sum is named. */
export type RefundWish = { what: 'refund'; orderId: string; cents: number | null };

/** A customer has taken their withdrawal back. */
export type Lift = { what: 'lift'; orderId: string };

/** A mail about an order that came back from an address. */
export type Bounce = { what: 'bounce'; orderId: string; address: string };

/** What the admin finds in a mail that no program reads. */
export type Wish = RefundWish | Lift | Bounce;

/** Everything there is: one shop, what surrounds it, and what has been seen of both. */
export interface World {
  agenda: Agenda;
  chance: Chance;
  weather: Weather;
  shop: Shop;
  stripe: Stripe;
  /** Its calls to the outside. */
  calls: Calls;
  ledger: Ledger;
  /** How many orders a quiet day brings. */
  ordersPerDay: number;
  /** Since when nothing was in the way of anything; null while something is. */
  fairSince(): number | null;
  /** To be called when the weather has changed. */
  weatherChanged(): void;
  /** A call of a browser; a 5xx that nothing explains breaks a promise. */
  call<T>(browser: Browser, method: string, target: string, body?: unknown): Promise<Answer<T>>;
  /** The same of a stranger who is up to no good: a limit may turn them away. */
  knock<T>(browser: Browser, method: string, target: string, body?: unknown): Promise<Answer<T>>;
  /** When a guess of a stranger at a password was checked, or may have been, by whose it is; in milliseconds since 1970. */
  guesses: Map<string, { at: number; isCertain: boolean }[]>;
  /** The same, again and again, until a patient caller gives up. @returns null when they do */
  insist<T>(browser: Browser, method: string, target: string, body?: unknown): Promise<Answer<T> | null>;
  /** The same with three tries within minutes. */
  insistBriefly<T>(
    browser: Browser,
    method: string,
    target: string,
    body?: unknown,
  ): Promise<Answer<T> | null>;
  /** The names of the admins. */
  admins: string[];
  /** Whether the shop sells into the EU. */
  hasWithdrawal: boolean;
  /** What the page of an order shows: whether it was withdrawn from, and what its customer is asked. */
  isWithdrawn(orderId: string): boolean;
  openQuestion(orderId: string): string | null;
  /** What the admin finds in their mail. */
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
  /** Called when a mail about an order has arrived. */
  onMail: (world: World, about: { kind: string; orderId: string | null } | null, mail: TakenMail) => void;
  /** Gets uncaught errors. */
  onFailure: (error: unknown) => void;
  /** Where the log of the service goes; it is looked at for errors all the same. */
  logPath?: string | undefined;
}

const storyLength = 60;

const loginPath = '/api/login';
/** For how long a wrong password counts, and after how many an account is guarded: its owner mistypes a few of them. */
const [guessesCount, guessesThatGuard] = [minutes(15), 16];

const webhookPath = '/api/stripe/webhook';

/** The calls that ask Stripe before they answer: no other has a reason to fail while it is slow or away. */
const reachesStripe =
  /^\/api\/(create-simple-payment-intent|confirm-payment|stripe\/webhook|orders\/[^/]+\/(refund|payment|accept-payment))$/;

/** Has nothing happen yet. */
export function createWorld({ seed, start, path, ordersPerDay, onMail, onFailure, logPath }: WorldOptions) {
  const chance = createChance(seed);
  const agenda = createAgenda(start, onFailure);
  const weather = fairWeather();
  const calls = createCalls();
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
    calls,
    exists: (address) => !address.includes('@nowhere.'),
    onTaken: (mail) => onMail(world, ledger.mailTaken(mail, shop.isUp() ? shop.app().db : null), mail),
  });
  const stripe = createStripe({
    agenda,
    chance,
    weather,
    calls,
    serviceId,
    async deliver(event) {
      const mood = weather.stripe;
      const app = shop.app();
      const body = JSON.stringify(event);
      const answered = Promise.resolve(
        app.app.request(webhookPath, {
          method: 'POST',
          headers: { 'stripe-signature': 'valid', 'content-length': String(Buffer.byteLength(body)) },
          body,
        }),
      );
      answered.catch(() => undefined);
      const { status } = await shop.orEnd(answered);
      agenda.goesOn();
      askWhyFailed({ path: webhookPath, mood, status }, () => `a webhook: ${status}`);
      return status === 200;
    },
    onRefundFailed(paymentId, cents) {
      ledger.count('refunds that failed later');
      const asked = ledger.sales.get(paymentId)?.refundsAsked ?? [];
      // The person who asked for it may ask once more.
      if (asked.includes(cents)) asked.splice(asked.indexOf(cents), 1);
    },
  });
  const shop: Shop = createShop({
    path,
    agenda,
    chance,
    weather,
    outside: { payments: stripe.gateway, mailer: post.mailer },
    // Nearly all that the smallest shops would do in ten years is to find nothing.
    everyMinuteMeans: ordersPerDay < 1 ? hours(2) : hours(1),
    onLog(line) {
      ledger.logged(line);
      if (logPath) appendFileSync(logPath, line);
    },
  });

  const guesses: World['guesses'] = new Map();
  /** Who has signed in with a browser. */
  const owners = new WeakMap<Browser, string>();

  /**
   * Ordinary use here stays far below the limits. But while a stranger guesses at a password, its owner may have to
   * wait in a browser where they have not signed in before.
   */
  function mayHaveToWait(browser: Browser, target: string, body: unknown): boolean {
    if (target !== loginPath) return false;
    const { username } = body as { username: string };
    const since = agenda.now() - guessesCount;
    const guessed = guesses.get(username)?.filter(({ at }) => at >= since) ?? [];
    return guessed.length >= guessesThatGuard && owners.get(browser) !== username;
  }

  /** @param call.mood how Stripe was when the call began */
  function askWhyFailed(
    { path, mood, status }: { path: string; mood: Weather['stripe']; status: number },
    words: () => string,
  ): void {
    const isStripeAway = mood !== 'up' || weather.stripe !== 'up';
    const hasReason = ledger.isDiskFull() || (isStripeAway && reachesStripe.test(path));
    const isWell = status < 500 || (hasReason && status !== 500);
    ledger.ask('no call fails without a reason', isWell, words);
  }

  /** @param wait how long they wait after so many tries */
  async function insist(
    asked: Parameters<World['call']>,
    most: number,
    wait: (tries: number) => number,
  ): Promise<Answer<never> | null> {
    for (let tries = 0; tries < most; tries++) {
      const answer = await world.call<never>(...asked).catch(ifUnanswered);
      if (answer && answer.status < 500) return answer;
      await agenda.sleep(wait(tries));
    }
    return null;
  }

  const ask = (source: string, id: string) =>
    shop.isUp() ? shop.app().db.$client.prepare(source).pluck().get(id) : undefined;
  const world: World = {
    agenda,
    chance,
    weather,
    shop,
    stripe,
    calls,
    ledger,
    ordersPerDay,
    fairSince: () => (shop.isUp() ? fairSince : null),
    weatherChanged() {
      if (!isFair(weather) || ledger.isDiskFull() || !shop.isUp()) fairSince = null;
      else fairSince ??= agenda.now();
    },
    async call(browser, method, target, body) {
      const answer = await world.knock<never>(browser, method, target, body);
      const isWell = answer.status !== 429 || mayHaveToWait(browser, target, body);
      ledger.ask('nobody is turned away by a limit', isWell, () => wordsOf(method, target, answer));
      if (target === loginPath && answer.status === 200)
        owners.set(browser, (body as { username: string }).username);
      return answer;
    },
    async knock(browser, method, target, body) {
      const mood = weather.stripe;
      const answer = await shop.call<never>(browser, method, target, body);
      const { status } = answer;
      askWhyFailed({ path: target, mood, status }, () => wordsOf(method, target, answer));
      return answer;
    },
    guesses,
    insist: (...asked) => insist(asked, 6, (tries) => minutes(1) + chance.whole(0, hours(1)) * tries),
    insistBriefly: (...asked) => insist(asked, 3, () => seconds(5) + chance.whole(0, minutes(2))),
    admins: [],
    hasWithdrawal: chance.of('what kind of shop').happens(0.3),
    isWithdrawn: (orderId) =>
      ask('SELECT 1 FROM withdrawals WHERE order_id = ? AND lifted_at IS NULL', orderId) !== undefined,
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

function wordsOf(method: string, target: string, { status, body }: Answer<unknown>): string {
  return `${method} ${target}: ${status} ${JSON.stringify(body)}`;
}

/** What to do when a call was not answered: go on without. */
export function ifUnanswered(error: unknown): null {
  if (error instanceof Unanswered) return null;
  throw error;
}
