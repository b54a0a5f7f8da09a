import type { Chance } from '../../../src/sample-shop/chance.ts';
import { days, hours, minutes, seconds } from '../../../src/shared/durations.ts';
import type { Answer } from '../../../src/testing/test-app.ts';
import { type Browser, newBrowser } from '../world/shop.ts';
import { ifUnanswered, type World } from '../world/world.ts';
import { patienceIn } from './hours.ts';
import { comeIn } from './readers.ts';

/** How a stranger goes about it. */
interface Attack {
  /** Whose password they guess at. */
  username: string;
  /** How many they try at most. */
  most: number;
  /** How long they wait between two, on average. */
  pause: number;
  /** @returns where the next guess comes from */
  next: () => Browser;
}

/** Now and then a stranger guesses at the password of a staff member who wants to sign in at the same time. */
export async function letGuessersTry(world: World, usernames: readonly [string, ...string[]]): Promise<void> {
  const { agenda, ledger } = world;
  const chance = world.chance.of('guessers');
  const telephones = new Map(usernames.map((name) => [name, newBrowser('198.51.100.23')]));
  for (let number = 1; ; number++) {
    // The smallest shops are found less often.
    await agenda.sleep(chance.wait(days(20) * patienceIn(world)));
    const username = chance.pick(usernames);
    const telephone = telephones.get(username) ?? newBrowser();
    const own = chance.of(`attack ${number}`);
    const isKnown = await comeIn(world, own, telephone, { username });
    await agenda.sleep(chance.wait(hours(4)));
    const attack = drawAttack(own, username, number);
    ledger.count('attacks on passwords');
    world.note(`a stranger guesses at the password of ${username}`);
    // As ever where they did before; elsewhere they may have to wait.
    if (isKnown) void comeInMeanwhile(world, own.of('owner'), attack, telephone);
    void comeInMeanwhile(world, own.of('elsewhere'), attack, newBrowser('198.51.100.24'));
    await guess(world, own, attack);
  }
}

/** All at once, as fast as they are answered, or so slowly that it might not be noticed; from one address or from many. */
function drawAttack(chance: Chance, username: string, number: number): Attack {
  const most = chance.whole(15, 150);
  const pause = chance.pick([100, seconds(3), seconds(20), minutes(1)]);
  const only = newBrowser(`100.64.${number % 256}.1`);
  const fromMany = () => newBrowser(`100.${chance.whole(65, 127)}.${number % 256}.${chance.whole(1, 250)}`);
  return { username, most, pause, next: chance.happens(0.4) ? () => only : fromMany };
}

async function comeInMeanwhile(
  world: World,
  chance: Chance,
  { username, most, pause }: Attack,
  browser: Browser,
): Promise<void> {
  await world.agenda.sleep(chance.whole(0, most * pause));
  await comeIn(world, chance, browser, { username });
}

async function guess(world: World, chance: Chance, { username, most, pause, next }: Attack): Promise<void> {
  const { agenda, guesses } = world;
  guesses.set(username, []);
  for (let tried = 0; tried < most; ) {
    const atOnce = chance.happens(0.2) ? 3 : 1;
    tried += atOnce;
    const answers = await Promise.all(
      Array.from({ length: atOnce }, () => guessOnce(world, chance, username, next())),
    );
    const told = Math.max(...answers.map((answer) => Number(answer?.headers.get('retry-after') ?? 0)));
    // Some come again as soon as they are told that they may; others pay no heed.
    const isHeeded = told > 0 && told < 60 && chance.happens(0.5);
    await agenda.sleep(isHeeded ? seconds(told) : chance.wait(pause));
  }
}

async function guessOnce(
  world: World,
  chance: Chance,
  username: string,
  browser: Browser,
): Promise<Answer<unknown> | null> {
  const { agenda, ledger, guesses } = world;
  const password = `${chance.pick(['tarot', 'summer', username, 'four cards'])} ${chance.whole(1, 9999)}`;
  const answer = await agenda
    .hold(() => world.knock(browser, 'POST', '/api/login', { username, password }))
    .catch(ifUnanswered);
  ledger.count('guesses at passwords');
  if (answer?.status === 429) ledger.count('guesses that a limit turned away');
  else {
    // What was not answered may have been checked.
    guesses.get(username)?.push({ at: agenda.now(), isCertain: answer?.status === 401 });
    askWhetherSlow(world, username);
  }
  const seen = await world.knock(browser, 'GET', '/api/auth/user').catch(ifUnanswered);
  ledger.ask(
    'nobody sees an order that is not theirs',
    answer?.status !== 200 && seen?.status !== 200,
    () => `a stranger who guessed at the password of ${username} is signed in`,
  );
  return answer;
}

/**
 * How many are checked within a minute at most: twenty at once, as many again when a new window of the limit has just
 * begun, and from then on one every five seconds.
 */
const mostInOneMinute = 20 + 20 + 12 + 1;

/** However many ask from wherever, only so many are heard. */
function askWhetherSlow({ guesses, fairSince, agenda, ledger }: World, username: string): void {
  const since = agenda.now() - minutes(1);
  const fair = fairSince();
  // A process that was started again, or a copy that was put back, begins to count at zero.
  if (fair === null || fair > since) return;
  const checked = guesses.get(username)?.filter(({ at, isCertain }) => isCertain && at > since).length ?? 0;
  ledger.ask(
    'who guesses at a password is slowed down',
    checked <= mostInOneMinute,
    () => `${checked} guesses at the password of ${username} were checked within a minute`,
  );
}
