import { expect, test } from 'vitest';
import { createChance } from '../../../src/sample-shop/chance.ts';
import { createAgenda } from './agenda.ts';
import { createCalls, type Trap } from './calls.ts';
import { createPost } from './post.ts';
import { createStripe } from './stripe.ts';
import { fairWeather } from './weather.ts';

/** One life of a process, which a trap ends. */
function outside() {
  const agenda = createAgenda(0, (error) => {
    throw error;
  });
  const calls = createCalls();
  const common = { agenda, calls, chance: createChance('calls'), weather: fairWeather() };
  const taken: string[] = [];
  const heard: string[] = [];
  const stripe = createStripe({
    ...common,
    serviceId: 'this shop',
    deliver: async () => true,
    onRefundFailed() {},
  });
  const post = createPost({ ...common, exists: () => true, onTaken: ({ subject }) => taken.push(subject) });
  let lives = true;
  const tell = (answer: Promise<unknown>) =>
    void answer.then(
      () => heard.push('an answer'),
      () => heard.push('an error'),
    );
  return {
    agenda,
    stripe,
    taken,
    heard,
    killOnNext: (trap: Omit<Trap, 'spring' | 'isMeant'>) =>
      calls.onNext({
        ...trap,
        isMeant: () => true,
        spring() {
          lives = false;
        },
      }),
    open: () => tell(stripe.gateway(() => lives).openPayment({ amountCents: 5000, idempotencyKey: 'one' })),
    send: () =>
      tell(
        post
          .mailer(() => lives)
          .send({
            to: { name: 'Maya', address: 'maya@customers.example' },
            subject: 'Your reading',
            text: '',
            html: '',
            messageId: '<one@shop.example>',
          }),
      ),
  };
}

test.each([
  { to: 'Stripe', when: 'before it is heard', arrived: 0 },
  { to: 'Stripe', when: 'before its answer', arrived: 1 },
  { to: 'the mail server', when: 'before it is heard', arrived: 0 },
  { to: 'the mail server', when: 'before its answer', arrived: 1 },
] as const)(
  'a process killed while it asks $to, $when, hears nothing, and $arrived arrived',
  async ({ to, when, arrived }) => {
    const { agenda, stripe, taken, heard, killOnNext, open, send } = outside();
    killOnNext({ to, when });
    if (to === 'Stripe') open();
    else send();
    await agenda.runUntil(60_000);
    expect([stripe.payments.size + taken.length, heard]).toEqual([arrived, []]);
  },
);

test('what waits for the mail server lets questions to Stripe be answered', async () => {
  const { agenda, heard, killOnNext, open } = outside();
  killOnNext({ to: 'the mail server', when: 'before it is heard' });
  open();
  await agenda.runUntil(60_000);
  expect(heard).toEqual(['an answer']);
});
