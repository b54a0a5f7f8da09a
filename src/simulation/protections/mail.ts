import type { OtherWorld, Protection } from './protection.ts';

/** Customers who withdraw by the dozen: otherwise one in fifty, in three shops of ten. */
const manyWithdraw: OtherWorld = {
  words: 'the shop sells into the EU, and a fifth of its customers withdraw',
  places: [
    {
      file: 'src/simulation/world/world.ts',
      text: "hasWithdrawal: chance.of('what kind of shop').happens(0.3)",
      instead: 'hasWithdrawal: true',
    },
    {
      file: 'src/simulation/people/customers.ts',
      text: 'if (world.hasWithdrawal && chance.happens(0.02)) {',
      instead: 'if (world.hasWithdrawal && chance.happens(0.2)) {',
    },
  ],
};

/** What keeps the promises about mail. */
export const mailProtections: readonly Protection[] = [
  {
    name: 'outbox',
    words: 'What is in the outbox is sent, and tried again.',
    breaks: ['no mail stands still', 'an order is confirmed once'],
    places: [
      {
        file: 'src/server/process/jobs.ts',
        text: 'run: (stop, alive) => sendDueMail(context, stop, alive)',
        instead: 'run: async () => 0',
      },
    ],
  },
  {
    name: 'lease-ends',
    words: 'A mail that was being sent when the process died is due again after three minutes.',
    breaks: ['an order is confirmed once', 'whoever has an order gets a reading'],
    places: [
      {
        file: 'src/server/delivery/send-due-mail.ts',
        text: 'leaseUntil: now + leaseMilliseconds,',
        instead: 'leaseUntil: now + 1e6 * leaseMilliseconds,',
      },
    ],
  },
  {
    name: 'same-message-id',
    words: 'A mail that is tried again keeps its Message-ID.',
    breaks: ['a reading is sent once', 'an order is confirmed once'],
    places: [
      {
        file: 'src/server/outbox/outbox-repository.ts',
        text: '.set({ leasedAt: now, nextAttemptAt: leaseUntil })',
        instead:
          ".set({ leasedAt: now, nextAttemptAt: leaseUntil, messageId: sql`'<1' || substr(message_id, 2)` })",
      },
    ],
  },
  {
    name: 'one-mail-stops-no-other',
    words: 'A mail that fails is put off, and the others go on.',
    breaks: ['no job stands still', 'no mail stands still', 'an order is confirmed once'],
    places: [
      {
        file: 'src/server/delivery/send-due-mail.ts',
        text: 'keepFailure(context, mail, error);\n    return false;',
        instead: 'throw error;',
      },
    ],
  },
  {
    name: 'corrected-address',
    words: 'Who corrects an address has everything sent there from then on.',
    breaks: ['a reading reaches the right address'],
    places: [
      {
        file: 'src/server/delivery/resend-mail.ts',
        text: 'updateOrderIf(tx, orderId, {}, { customerEmail: email }) ?? order;',
        instead: 'order;',
      },
    ],
  },
  {
    name: 'only-the-mails-of-the-order',
    words: 'A correction moves the mails of its own order alone.',
    breaks: ['nothing goes to anybody else', 'a reading reaches the right address'],
    places: [
      {
        file: 'src/server/outbox/outbox-repository.ts',
        text: 'db.select().from(outbox).where(eq(outbox.orderId, orderId)).orderBy(asc(outbox.id)),',
        instead: 'db.select().from(outbox).orderBy(asc(outbox.id)),',
      },
    ],
  },
  {
    name: 'reading-of-its-order',
    words: 'A mail has the reading of its own order.',
    breaks: ['nothing goes to anybody else'],
    places: [
      {
        file: 'src/server/delivery/compose-mail.ts',
        text: 'const reading = findReadingOfOrder(context.db, order.id);',
        instead: `const reading = findReadingOfOrder(
          context.db,
          context.db.$client.prepare('SELECT order_id FROM readings LIMIT 1').pluck().get(),
        );`,
      },
    ],
  },
  {
    name: 'undone-is-not-sent',
    words: 'An approval is only undone when its mail is held back for good.',
    breaks: ['a reading is sent once'],
    places: [
      {
        file: 'src/server/readings/review-reading.ts',
        text: 'if (!cancelDelivery(context, tx, order.id)) {',
        instead: 'if (order === null) {',
      },
    ],
  },
  {
    name: 'approved-and-mailed-in-one-step',
    words: 'A reading is approved and its mail written in one commit.',
    breaks: ['whoever has an order gets a reading'],
    places: [
      {
        file: 'src/server/readings/review-reading.ts',
        text: `    enqueueMail(context, tx, {
      kind: 'reading_delivery',
      orderId: order.id,
      to: { name: order.customerName, address: order.customerEmail },
      notBefore: now + seconds(context.config.approvalUndoSeconds),
    });`,
        instead: `    context.db.commits.written().then(() => enqueueMail(context, context.db, {
      kind: 'reading_delivery',
      orderId: order.id,
      to: { name: order.customerName, address: order.customerEmail },
      notBefore: now + seconds(context.config.approvalUndoSeconds),
    })).catch(() => {});`,
      },
    ],
  },
  {
    name: 'receipt-of-withdrawal',
    words: 'Whoever withdraws is written a receipt of it in the same commit.',
    breaks: ['who has withdrawn has a receipt'],
    places: [
      {
        file: 'src/server/withdrawal/withdraw.ts',
        text: "kind: 'withdrawal_receipt',",
        instead: "kind: 'feedback_request',",
      },
    ],
    world: manyWithdraw,
  },
  {
    name: 'confirmed-after-all',
    words: 'Who takes their withdrawal back is sent the confirmation that had been held because of it.',
    breaks: ['an order is confirmed once'],
    places: [
      {
        file: 'src/server/withdrawal/withdraw.ts',
        text: "requeueCanceled(tx, { orderId, kinds: ['order_confirmation'], since: known.statedAt, now });",
        instead: '',
      },
    ],
    world: {
      words:
        'the shop sells into the EU, a fifth of its customers withdraw, and the mail server is down every few days',
      places: [
        ...manyWithdraw.places,
        {
          file: 'src/simulation/world/faults.ts',
          text: "{ name: 'the mail server is down', everyDays: 40,",
          instead: "{ name: 'the mail server is down', everyDays: 3,",
        },
      ],
    },
  },
  {
    name: 'withdrawn-is-held',
    words: 'Whoever has withdrawn has their order held.',
    breaks: ['who has withdrawn is sent nothing more'],
    places: [
      {
        file: 'src/server/payments/money/money-of.ts',
        text: "if (isWithdrawn && (refundedCents < receivedCents || receivedCents === 0)) return 'withdrawal';",
        instead: '',
      },
    ],
    world: manyWithdraw,
  },
];
