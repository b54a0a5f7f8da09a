import { cancelAbandonedCheckouts } from '../../../src/server/checkout/abandon-checkouts.ts';
import { createCode, readCodes } from '../../../src/server/shop/manage-codes.ts';
import { days, minutes } from '../../../src/shared/durations.ts';
import { createCodeSchema } from '../../../src/shared/offers/code-schema.ts';
import { addPerson, submitForm } from '../../kit/builders.ts';
import type { TestApp } from '../../kit/test-app.ts';
import { askWhetherPaid, createDelayedApp, paidOrderProblem } from '../customers.ts';
import type { TrialRandom } from '../seeded-random.ts';
import type { Trial } from '../trial.ts';

type Placed = Awaited<ReturnType<typeof submitForm>>;

const isReduced = ({ status, body }: Placed) => status === 200 && body.amount === 48;
const isRefused = ({ status, body }: Placed) =>
  status === 400 && /used up|right now/.test(body.error.fields?.code ?? '');
const say = (answers: Placed[]) =>
  answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`).join(' and ');

const lastCode: Trial = {
  table: 'fault',
  name: 'last-code-meanwhile',
  promise:
    'when two customers order with the last use of a code, one gets it, the other learns it before paying, and an abandoned use is free again',
  counts: { quick: 40, full: 500 },
  async run(times, { count }) {
    for (let index = 0; index < times; index++) {
      const { app, chance } = createDelayedApp(27_000 + index);
      const problem = await play(app, chance).catch(String);
      count(problem && `round ${index}: ${problem}`);
      app.db.$client.close();
    }
    return '';
  },
};

async function play(app: TestApp, chance: TrialRandom): Promise<string | null> {
  const boss = addPerson(app, 'boss', 'admin');
  await createCode(app.context, boss, createCodeSchema.parse({ code: 'LAST', percentOff: 20, limit: 1 }));
  /** Returns how a visitor presses the button of a page that already contains the code. */
  function come(name: string) {
    const visitor = app.visitor();
    const form = { code: 'last', shownAmount: 48, customerEmail: `${name}@customers.example` };
    return async () => {
      await chance.turns(30);
      return submitForm(visitor, form);
    };
  }
  const both = await Promise.all(chance.shuffle([come('noor'), come('maya')]).map((press) => press()));
  const winner = both.find(isReduced);
  if (!winner || !both.some(isRefused)) return `answered ${say(both)}`;

  // The winner pays or not, while the use is reserved, lapses, or is given up; another customer presses.
  const passed = chance.pick([0, minutes(10), days(1) + 1]);
  const isPaying = chance.below(2) === 0;
  const { paymentIntentId } = winner.body;
  const statusOfPayment = () => app.payments.find(paymentIntentId)?.status;
  async function payMeanwhile() {
    await chance.turns(60);
    if (statusOfPayment() === 'open') app.payments.pay(paymentIntentId);
  }
  app.clock.advance(passed);
  const next = come('next');
  const [meanwhile] = await Promise.all([
    next(),
    isPaying && payMeanwhile(),
    passed > minutes(10) && cancelAbandonedCheckouts(app.context),
  ]);
  if (!isRefused(meanwhile) && !isReduced(meanwhile)) return `meanwhile: ${say([meanwhile])}`;

  const isPaid = statusOfPayment() === 'succeeded';
  const last = await next();
  const isFree = !isPaid && passed > 0;
  if (!(isFree ? isReduced : isRefused)(last)) return `in the end, after ${passed} ms: ${say([last])}`;
  const order = isFree ? last.body : winner.body;
  if (isFree || !isPaid) app.payments.pay(order.paymentIntentId);
  await askWhetherPaid(app, order);
  const charged = app.payments.list().filter(({ status }) => status === 'succeeded').length;
  if (charged !== 1) return `${charged} payments at the reduced price`;
  const used = readCodes(app.context)[0]?.used;
  return used === 1 ? paidOrderProblem(app, order) : `used ${used} times`;
}

export const trials: Trial[] = [lastCode];
