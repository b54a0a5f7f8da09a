import { cancelAbandonedCheckouts } from '../../../src/server/checkout/abandon-checkouts.ts';
import { createCode, readCodes } from '../../../src/server/shop/manage-codes.ts';
import { days, minutes } from '../../../src/shared/durations.ts';
import { createCodeSchema } from '../../../src/shared/offers/code-schema.ts';
import { addPerson, openCheckoutPage, submitForm } from '../../kit/builders.ts';
import type { TestApp } from '../../kit/test-app.ts';
import { askWhetherPaid, createDelayedApp, paidOrderProblem } from '../customers.ts';
import type { TrialRandom } from '../seeded-random.ts';
import type { Trial } from '../trial.ts';

const uses = 2;

const lastCode: Trial = {
  table: 'fault',
  name: 'last-code-meanwhile',
  promise:
    'when two customers order with the last use of a code, one gets it, the other learns it before paying, and an abandoned use is free again',
  counts: { quick: 40, full: 500 },
  async run(times, { count }) {
    const ends: Record<string, number> = {};
    for (let index = 0; index < times; index++) {
      const { app, chance } = createDelayedApp(27_000 + index);
      const ending = chance.pick([
        'paid',
        'lapsed',
        'paid while it lapses',
        'abandoned',
        'paid while it is abandoned',
      ]);
      const problem = await play(app, chance, ending).catch(String);
      ends[ending] = (ends[ending] ?? 0) + 1;
      count(problem && `round ${index}, ${ending}: ${problem}`);
      app.db.$client.close();
    }
    return Object.entries(ends)
      .map(([ending, number]) => `${number} ${ending}`)
      .join(', ');
  },
};

async function play(app: TestApp, chance: TrialRandom, ending: string): Promise<string | null> {
  const boss = addPerson(app, 'boss', 'admin');
  await createCode(app.context, boss, createCodeSchema.parse({ code: 'LAST', percentOff: 20, limit: uses }));
  let mostUsed = 0;
  const countUses = () => {
    const used = readCodes(app.context)[0]?.used ?? 0;
    mostUsed = Math.max(mostUsed, used);
    return used;
  };

  /** A visitor with a page that already contains the code. */
  function come(name: string) {
    const visitor = app.visitor();
    const form = { code: 'last', shownAmount: 48, customerEmail: `${name}@customers.example` };
    return {
      open: () => openCheckoutPage(visitor),
      async submit(changes: object = {}) {
        await chance.turns(30);
        const answer = await submitForm(visitor, { ...form, ...changes });
        countUses();
        return answer;
      },
    };
  }
  type Placed = Awaited<ReturnType<ReturnType<typeof come>['submit']>>;
  const isRefused = ({ status, body }: Placed) =>
    status === 400 && /used up|right now/.test(body.error.fields?.code ?? '');
  const isReduced = ({ status, body }: Placed) => status === 200 && body.amount === 48;
  const say = ({ status, body }: Placed) => `${status} ${JSON.stringify(body)}`;
  async function pay({ body }: Placed): Promise<string | null> {
    app.payments.pay(body.paymentIntentId);
    await askWhetherPaid(app, body);
    return paidOrderProblem(app, body);
  }

  const first = await come('first').submit();
  const failed = await pay(first);
  if (failed) return failed;

  const visitors = chance.shuffle([come('noor'), come('maya')]);
  for (const visitor of visitors) await visitor.open();
  const pressed = visitors.map(async (visitor) => {
    const again = chance.below(3) === 0 ? visitor.submit() : null;
    const [answer, second] = await Promise.all([visitor.submit(), again]);
    const isSame =
      !second || (second.status === answer.status && second.body.orderId === answer.body.orderId);
    return { visitor, answer, isSame };
  });
  const tried = await Promise.all(pressed);
  if (tried.some(({ isSame }) => !isSame)) return 'a second press was answered otherwise';
  const winner = tried.find(({ answer }) => isReduced(answer));
  const loser = tried.find(({ answer }) => isRefused(answer));
  if (!winner || !loser) return `answered ${tried.map(({ answer }) => say(answer)).join(' and ')}`;
  const charged = () => app.payments.list().filter(({ status }) => status === 'succeeded').length;
  if (charged() !== 1) return `${charged()} payments were made before anybody paid`;

  // Another visitor, or one with an equally old page.
  const next = ending === 'paid' ? loser.visitor : chance.pick([loser.visitor, come('next')]);
  if (ending === 'paid') {
    const problem = await pay(winner.answer);
    if (problem) return problem;
  } else {
    const isAbandoned = ending.endsWith('abandoned');
    app.clock.advance(isAbandoned ? days(1) + 1 : minutes(10));
    const { paymentIntentId } = winner.answer.body;
    async function payMeanwhile() {
      await chance.turns(60);
      if (app.payments.find(paymentIntentId)?.status === 'open') app.payments.pay(paymentIntentId);
    }
    const isPaying = ending.startsWith('paid');
    const [, again] = await Promise.all([
      isAbandoned && cancelAbandonedCheckouts(app.context),
      next.submit(),
      isPaying && payMeanwhile(),
    ]);
    if (!isRefused(again) && !isReduced(again)) return `meanwhile: ${say(again)}`;
  }
  const isPaid = app.payments.find(winner.answer.body.paymentIntentId)?.status === 'succeeded';
  if (isPaid) {
    const problem = paidOrderProblem(app, winner.answer.body);
    if (problem) return problem;
  }

  const last = await next.submit();
  if (isPaid) {
    if (!isRefused(last)) return `after the last use was paid: ${say(last)}`;
    const full = await next.submit({ code: '', shownAmount: 60 });
    if (full.status !== 200 || full.body.amount !== 60) return `without the code: ${say(full)}`;
  } else {
    if (!isReduced(last)) return `after the last use was given up: ${say(last)}`;
    const problem = await pay(last);
    if (problem) return problem;
  }
  if (charged() !== uses) return `${charged()} payments at the reduced price`;
  return countUses() === uses && mostUsed <= uses ? null : `used ${countUses()} times, at most ${mostUsed}`;
}

export const trials: Trial[] = [lastCode];
