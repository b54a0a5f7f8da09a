import type { Place, Protection } from './protection.ts';

/** Admins who change it at every other look: otherwise once a month. */
const pricesChange: Place = {
  file: 'src/simulation/people/admins.ts',
  text: 'if (chance.happens(0.004)) await changePrice',
  instead: 'if (chance.happens(0.5)) await changePrice',
};
/** Customers who ask for all or some of it: otherwise one in fifty. */
const manyWantTheirMoney: Place = {
  file: 'src/simulation/people/customers.ts',
  text: 'if (chance.happens(0.02)) {\n    // Asks for their money',
  instead: 'if (chance.happens(0.3)) {\n    // Asks for their money',
};

/** What keeps the promises about money. */
export const moneyProtections: readonly Protection[] = [
  {
    name: 'look-for-payments',
    words: 'Every three minutes Stripe is asked which payments no webhook told of.',
    breaks: ['whoever was charged has an order'],
    places: [
      {
        file: 'src/server/process/jobs.ts',
        text: 'run: () => reconcilePayments(context)',
        instead: 'run: async () => 0',
      },
      {
        file: 'src/server/process/jobs.ts',
        text: 'run: (stop, alive) => findMissedEvents(context, stop, alive)',
        instead: 'run: async () => 0',
      },
    ],
  },
  {
    name: 'paid-once',
    words: 'An order that is paid is not made paid again.',
    breaks: ['an order is confirmed once', 'the sums of the shop and of Stripe agree'],
    places: [
      {
        file: 'src/server/payments/money/settle-payment.ts',
        text: "order.paymentStatus === 'unpaid' ? takePayment(context, tx, order, payment) : order",
        instead: 'takePayment(context, tx, order, payment)',
      },
      {
        file: 'src/server/payments/money/mark-paid.ts',
        text: "{ paymentStatus: order.paymentStatus === 'review' ? 'review' : 'unpaid' },",
        instead: '{},',
      },
    ],
  },
  {
    name: 'paid-at-stripe',
    words: 'An order becomes paid only when Stripe says that its payment succeeded, with its amount.',
    breaks: ['nothing counts as paid that was not', 'whoever was charged has an order'],
    places: [
      {
        file: 'src/server/payments/money/settle-payment.ts',
        text: "if (payment.status !== 'succeeded') {",
        instead: "if (payment.status === 'canceled') {",
      },
      {
        file: 'src/server/payments/money/settle-payment.ts',
        text: "if (payment.amountReceivedCents !== order.amountCents) return 'amount';",
        instead: '',
      },
    ],
  },
  {
    name: 'price-refused',
    words: 'The server refuses what is ordered at a price that has changed, and says the new one.',
    breaks: ['nobody is charged what was not on the button'],
    places: [
      {
        file: 'src/server/checkout/checkout.ts',
        text: 'if (checkout !== visitor.checkout) {',
        instead: 'if (checkout === null) {',
      },
    ],
    world: {
      words:
        'prices change several times a day, and no page compares what comes back with what its button says',
      places: [
        pricesChange,
        {
          file: 'src/simulation/people/customers.ts',
          text: 'if (asked !== page.button) {',
          instead: 'if (asked === null) {',
        },
      ],
    },
  },
  {
    name: 'refund-key',
    words: 'A refund is asked for under one key, whoever asks again.',
    breaks: ['no cent goes back twice', 'the sums of the shop and of Stripe agree'],
    places: [
      {
        file: 'src/server/payments/refunds/send-refund.ts',
        text: 'idempotencyKey: `refund:',
        instead: 'idempotencyKey: context.random.newId() + `:',
      },
    ],
    shop: { ordersPerDay: 12 },
  },
  {
    name: 'finish-refunds',
    words: 'A refund whose answer did not come is asked about until it is known.',
    breaks: ['a refund that was asked for is made'],
    places: [
      {
        file: 'src/server/process/jobs.ts',
        text: 'run: (stop, alive) => finishRefunds(context, stop, alive)',
        instead: 'run: async () => 0',
      },
    ],
    world: {
      words:
        'a third of the customers ask for their money, and Stripe goes away for hours right after it was asked about a payment',
      places: [
        manyWantTheirMoney,
        {
          // Whoever asks while Stripe is away already does not get as far as that a refund is written down.
          file: 'src/simulation/people/admins.ts',
          text: 'if (tries === 0) sale.refundsAsked.push(amount);',
          instead: `if (tries === 0) {
            sale.refundsAsked.push(amount);
            const turn = (stripe) => () => {
              Object.assign(world.weather, { stripe });
              world.weatherChanged();
            };
            if (chance.happens(0.1)) {
              agenda.after(150, turn('down'));
              agenda.after(hours(3), turn('up'));
            }
          }`,
        },
      ],
    },
  },
  {
    name: 'refund-is-known',
    words:
      'A refund that Stripe tells of is known by our own id, and one whose answer did not come is asked about.',
    breaks: ['a refund that was asked for is made'],
    places: [
      {
        file: 'src/server/payments/money/keep-facts.ts',
        text: 'findRefund(tx, { stripeId, id: ourId });',
        instead: 'findRefund(tx, { stripeId, id: null });',
      },
      {
        file: 'src/server/process/jobs.ts',
        text: 'run: (stop, alive) => finishRefunds(context, stop, alive)',
        instead: 'run: async () => 0',
      },
    ],
    shop: { ordersPerDay: 12 },
  },
  {
    name: 'follow-money',
    words: 'What became of the money that came is taken over whenever Stripe tells of the payment.',
    breaks: ['the sums of the shop and of Stripe agree'],
    places: [
      {
        file: 'src/server/payments/money/settle-payment.ts',
        text: 'const followed = followMoney(context, tx, taken, payment);',
        instead:
          'const followed = { paymentStatus: taken.paymentStatus, isNews: false, isOvertaken: false };',
      },
    ],
    shop: { ordersPerDay: 12 },
  },
  {
    name: 'missed-events',
    words:
      'Stripe’s own list of what happened is read on, so that nothing is missed whose webhook never came.',
    breaks: ['the sums of the shop and of Stripe agree'],
    places: [
      {
        file: 'src/server/process/jobs.ts',
        text: 'run: (stop, alive) => findMissedEvents(context, stop, alive)',
        instead: 'run: async () => 0',
      },
    ],
    world: {
      words: 'a third of the customers ask for their money, and webhooks are lost every few days',
      places: [
        manyWantTheirMoney,
        {
          file: 'src/simulation/world/faults.ts',
          text: "{ name: 'webhooks are lost', everyDays: 45,",
          instead: "{ name: 'webhooks are lost', everyDays: 4,",
        },
      ],
    },
  },
  {
    name: 'stray-payments',
    words: 'A payment of ours that belongs to no order is kept in sight.',
    breaks: ['what a copy does not know is seen'],
    places: [
      {
        file: 'src/server/payments/money/settle-payment.ts',
        text: 'if (settled) return settled;\n  await followStray(context, payment);',
        instead: 'if (settled) return settled;',
      },
    ],
    shop: { months: 3, ordersPerDay: 4 },
  },
];
