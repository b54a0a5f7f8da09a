import { expect, test } from 'vitest';
import { createChance } from '../../sample-shop/chance.ts';
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
  { when: 'before it is heard', payments: 0 },
  { when: 'before its answer', payments: 1 },
] as const)(
  'a process killed in a question to Stripe $when hears nothing, and $payments are there',
  async ({ when, payments }) => {
    const { agenda, stripe, heard, killOnNext, open } = outside();
    killOnNext({ to: 'Stripe', when });
    open();
    await agenda.runUntil(60_000);
    expect([stripe.payments.size, heard]).toEqual([payments, []]);
  },
);

test.each([
  { when: 'before it is heard', mails: 0 },
  { when: 'before its answer', mails: 1 },
] as const)(
  'a process killed while it sends a mail $when hears nothing, and $mails were taken',
  async ({ when, mails }) => {
    const { agenda, taken, heard, killOnNext, send } = outside();
    killOnNext({ to: 'the mail server', when });
    send();
    await agenda.runUntil(60_000);
    expect([taken.length, heard]).toEqual([mails, []]);
  },
);

test('what waits for the mail server lets questions to Stripe be answered', async () => {
  const { agenda, heard, killOnNext, open } = outside();
  killOnNext({ to: 'the mail server', when: 'before it is heard' });
  open();
  await agenda.runUntil(60_000);
  expect(heard).toEqual(['an answer']);
});
