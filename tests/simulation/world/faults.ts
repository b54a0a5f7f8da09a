import type { Chance } from '../../../src/sample-shop/chance.ts';
import type { PaymentGateway } from '../../../src/server/context/payment-gateway.ts';
import { days, hours, minutes, seconds } from '../../../src/shared/durations.ts';
import type { Trap } from './calls.ts';
import { fairWeather, type Weather } from './weather.ts';
import type { World } from './world.ts';

/** Something that goes wrong now and then, and lasts. */
interface Trouble {
  name: string;
  /** How many days lie between two of its kind, on average. */
  everyDays: number;
  /** How long it lasts on average, in milliseconds. */
  lasts: number;
  brings: (chance: Chance) => Partial<Weather>;
}

const troubles: Trouble[] = [
  { name: 'Stripe is slow', everyDays: 20, lasts: hours(1), brings: () => ({ stripe: 'slow' }) },
  { name: 'Stripe is down', everyDays: 40, lasts: minutes(40), brings: () => ({ stripe: 'down' }) },
  {
    name: 'answers of Stripe are lost',
    everyDays: 40,
    lasts: minutes(30),
    brings: () => ({ stripe: 'silent' }),
  },
  { name: 'webhooks are late', everyDays: 30, lasts: hours(20), brings: () => ({ webhooks: 'late' }) },
  { name: 'webhooks are lost', everyDays: 45, lasts: days(1.5), brings: () => ({ webhooks: 'lost' }) },
  { name: 'the mail server is down', everyDays: 40, lasts: hours(8), brings: () => ({ mail: 'down' }) },
  {
    name: 'the mail server is gone for days',
    everyDays: 150,
    lasts: days(2),
    brings: () => ({ mail: 'down' }),
  },
  { name: 'the mail server refuses', everyDays: 30, lasts: hours(5), brings: () => ({ mail: 'refusing' }) },
  { name: 'the mail server breaks off', everyDays: 30, lasts: hours(3), brings: () => ({ mail: 'cut off' }) },
  {
    name: 'the clock is wrong',
    everyDays: 90,
    lasts: hours(4),
    brings: (chance) => ({ clockError: chance.whole(-minutes(20), minutes(20)) }),
  },
];

/** A kind of call in the middle of which the process dies now and then. */
interface Aim extends Pick<Trap, 'to' | 'isMeant'> {
  name: string;
  /** Whose chance it is. */
  stream: string;
  everyDays: number;
}

const changes: readonly string[] = [
  'openPayment',
  'attachOrder',
  'changeAmount',
  'cancelPayment',
  'refundPayment',
] satisfies (keyof PaymentGateway)[];

/** Most questions to Stripe only look: those that change something, and refunds, which are few, are aimed at as well. */
const aims: Aim[] = [
  {
    name: 'killed while it asked Stripe',
    stream: 'kills in questions',
    to: 'Stripe',
    isMeant: () => true,
    everyDays: 12,
  },
  {
    name: 'killed while it asked Stripe',
    stream: 'kills in changes',
    to: 'Stripe',
    isMeant: (name) => changes.includes(name),
    everyDays: 10,
  },
  {
    name: 'killed while it asked Stripe',
    stream: 'kills in refunds',
    to: 'Stripe',
    isMeant: (name) => name === 'refundPayment',
    everyDays: 10,
  },
  {
    name: 'killed while it sent a mail',
    stream: 'kills in mails',
    to: 'the mail server',
    isMeant: () => true,
    everyDays: 8,
  },
];

/** Everything that goes wrong, as it is counted. */
export const faultNames: readonly string[] = [
  ...troubles.map(({ name }) => name),
  'the process is killed',
  ...new Set(aims.map(({ name }) => name)),
  'the disk is full',
  'a copy is put back',
];

/** Has everything go wrong that can, each in its time, until the end of the run. */
export function letFaultsHappen(world: World): void {
  for (const trouble of troubles) void comeAndGo(world, trouble);
  void beKilled(world);
  for (const aim of aims) void beKilledInCall(world, aim);
  void fillDisk(world);
  void sellElsewhere(world);
  void putCopyBack(world);
}

async function comeAndGo(world: World, { name, everyDays, lasts, brings }: Trouble): Promise<void> {
  const { agenda, weather, ledger } = world;
  const chance = world.chance.of(name);
  for (;;) {
    await agenda.sleep(chance.wait(days(everyDays)));
    const brought = brings(chance);
    Object.assign(weather, brought);
    ledger.count(name);
    world.note(name);
    world.weatherChanged();
    await agenda.sleep(minutes(1) + chance.wait(lasts));
    // Something else of the kind may have come meanwhile.
    const fair = fairWeather();
    for (const part of Object.keys(brought) as (keyof Weather)[]) {
      if (weather[part] === brought[part]) Object.assign(weather, { [part]: fair[part] });
    }
    world.note(`${name}: over`);
    world.weatherChanged();
  }
}

/** @param name what it is counted as */
function killAndStartAgain(world: World, chance: Chance, name: string, note = name): void {
  const { agenda, shop, ledger } = world;
  if (!shop.isUp()) return;
  shop.kill();
  ledger.count(name);
  world.note(note);
  world.weatherChanged();
  agenda.after(seconds(2) + chance.wait(chance.happens(0.9) ? minutes(2) : hours(2)), () => {
    if (shop.isUp()) return;
    shop.start();
    world.note('the process starts again');
    world.weatherChanged();
  });
}

/** The process dies: between things, right after a commit, or right after an answer; and is started again. */
async function beKilled(world: World): Promise<void> {
  const { agenda, shop } = world;
  const chance = world.chance.of('kills');
  const kill = () => killAndStartAgain(world, chance, 'the process is killed');
  for (;;) {
    await agenda.sleep(chance.wait(days(4)));
    // In a busy moment rather than in the night, more often than not.
    const when = chance.pick(['now', 'in writes', 'after an answer']);
    if (when === 'now') kill();
    else if (when === 'in writes') shop.killAt({ clockReads: chance.whole(1, 40) }, kill);
    else shop.killAt('answer', kill);
  }
}

/** The process dies in the middle of a call to the outside: what became of that, it has to find out in its next life. */
async function beKilledInCall(world: World, { name, stream, everyDays, to, isMeant }: Aim): Promise<void> {
  const { agenda, calls } = world;
  const chance = world.chance.of(stream);
  for (;;) {
    await agenda.sleep(chance.wait(days(everyDays)));
    const when = chance.happens(0.5) ? 'before it is heard' : 'before its answer';
    await new Promise<void>((resolve) => {
      const spring = () => {
        killAndStartAgain(world, chance, name, `${name}, ${when}`);
        resolve();
      };
      calls.onNext({ to, when, isMeant, spring });
    });
  }
}

/** Nothing more can be written for a while. */
async function fillDisk(world: World): Promise<void> {
  const { agenda, shop, ledger } = world;
  const chance = world.chance.of('disk');
  for (;;) {
    await agenda.sleep(chance.wait(days(60)));
    if (!shop.isUp()) continue;
    ledger.setDiskFull(true);
    shop.setDiskFull(true);
    ledger.count('the disk is full');
    world.note('the disk is full');
    world.weatherChanged();
    await agenda.sleep(minutes(1) + chance.wait(minutes(30)));
    shop.setDiskFull(false);
    world.note('the disk has room again');
    // What is under way may still be told of it.
    agenda.after(minutes(2), () => {
      ledger.setDiskFull(false);
      world.weatherChanged();
    });
  }
}

async function sellElsewhere({ agenda, stripe, ...world }: World): Promise<void> {
  const chance = world.chance.of('another shop');
  for (;;) {
    await agenda.sleep(chance.wait(hours(12)));
    stripe.sellElsewhere();
  }
}

/** Now and then the machine is lost and last night's copy is put back: what was sold since has to be seen. */
async function putCopyBack(world: World): Promise<void> {
  const { agenda, shop, ledger } = world;
  const chance = world.chance.of('copies');
  for (;;) {
    await agenda.sleep(chance.wait(days(150)));
    if (!shop.isUp()) continue;
    const copiedAt = agenda.now();
    shop.copy();
    await agenda.sleep(hours(2) + chance.whole(0, hours(20)));
    if (!shop.isUp()) continue;
    shop.kill();
    world.weatherChanged();
    shop.putCopyBack();
    ledger.count('a copy is put back');
    world.note('the machine is lost; the copy of last night is put back');
    ledger.putBack(copiedAt, copiedAt - days(60));
    await agenda.sleep(minutes(30));
    if (!shop.isUp()) shop.start();
    world.weatherChanged();
  }
}
