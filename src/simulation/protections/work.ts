import type { Protection } from './protection.ts';

/** What keeps the promises about those who work here, what they write, and the service itself. */
export const workProtections: readonly Protection[] = [
  {
    name: 'draft-version',
    words: 'Who saves a draft says which version it began with.',
    breaks: ['no text that was answered as saved is gone'],
    places: [
      {
        file: 'src/server/readings/drafts.ts',
        text: 'if ((before?.version ?? 0) !== input.version) {',
        instead: 'if (order === null) {',
      },
    ],
  },
  {
    name: 'kept-versions',
    words: 'A text that an admin has edited is kept as a version of its own.',
    breaks: ['no text that was answered as saved is gone'],
    places: [
      {
        file: 'src/server/readings/write-reading.ts',
        text: 'keepRevision(context, tx, { id: reading.id, revision, content, cards }, user);',
        instead: '',
      },
    ],
  },
  {
    name: 'edit-of-what-was-seen',
    words: 'Who edits a reading says which version they have seen.',
    breaks: ['nobody writes over what they have not seen'],
    places: [
      {
        file: 'src/server/readings/write-reading.ts',
        text: 'refuseUnlessSeen(reading, edit.revision);',
        instead: '',
      },
    ],
  },
  {
    name: 'answer-after-commit',
    words: 'Nobody is answered before what they wrote is on the disk.',
    breaks: [
      'no text that was answered as saved is gone',
      // The session of somebody who was answered as signed in.
      'no call fails without a reason',
      'whoever was charged has an order',
      'whoever has an order gets a reading',
    ],
    places: [
      {
        file: 'src/server/http/after-commit.ts',
        text: "if (!c.get('knowsLosses')) await written();",
        instead: '',
      },
    ],
    world: {
      words: 'the process is killed several times a day, right after it has answered what was written',
      places: [
        {
          file: 'src/simulation/world/faults.ts',
          text: 'await agenda.sleep(chance.wait(days(4)));',
          instead: 'await agenda.sleep(chance.wait(hours(6)));',
        },
        {
          file: 'src/simulation/world/faults.ts',
          text: "['now', 'in writes', 'after an answer']",
          instead: "['after an answer']",
        },
      ],
    },
  },
  {
    name: 'approved-once',
    words: 'Of two who decide at once, one wins.',
    breaks: ['an order is approved once'],
    places: [
      {
        file: 'src/server/readings/kept/take-transition.ts',
        text: 'if (isAllowed && updateOrderIf(tx, order.id, { status: from }, { status: to })) return;',
        instead: 'if (isAllowed || updateOrderIf(tx, order.id, {}, { status: to })) return;',
      },
    ],
  },
  {
    name: 'readers-own-orders',
    words: 'A reader’s list has their own orders alone.',
    breaks: ['nobody sees an order that is not theirs'],
    places: [
      {
        file: 'src/server/order-views/assignments-repository.ts',
        text: 'eq(orders.assignedReaderId, readerId),',
        instead: '',
      },
    ],
  },
  {
    name: 'guesses-wait',
    words: 'After twenty wrong passwords an account’s checks are five seconds apart.',
    breaks: ['who guesses at a password is slowed down'],
    places: [
      { file: 'src/server/people/sign-in/guesses.ts', text: 'await waitForTurn(account);', instead: '' },
    ],
  },
  {
    name: 'hand-out-waiting',
    words: 'An order for which nobody was free goes to whoever is free next.',
    breaks: ['every order that waits has somebody or an alert'],
    places: [
      {
        file: 'src/server/process/jobs.ts',
        text: 'run: async () => handOutWaiting(context)',
        instead: 'run: async () => {}',
      },
    ],
    shop: { readers: 1 },
  },
  {
    name: 'alert-of-waiting-orders',
    words: 'While nobody is free, an alert says which orders wait.',
    breaks: ['every order that waits has somebody or an alert'],
    places: [
      {
        file: 'src/server/alerts/waiting-alert.ts',
        text: 'count: isNobodyFree ? waiting.length : 0,',
        instead: 'count: 0,',
      },
    ],
    shop: { readers: 1 },
  },
  {
    name: 'closed-account-hands-over',
    words: 'The orders of an account that is closed go to somebody else.',
    breaks: ['an order is with somebody who can write it'],
    places: [
      {
        file: 'src/server/removal/close-account.ts',
        text: 'for (const order of listOrdersWithReader(tx, left)) giveToFreeReader(context, tx, order);',
        instead: '',
      },
    ],
  },
  {
    name: 'housekeeping',
    words: 'What is over is forgotten: sessions, links, counters, what Stripe told.',
    breaks: ['nothing grows without bound'],
    places: [
      {
        file: 'src/server/process/jobs.ts',
        text: 'run: () => keepHouse(context, sessions)',
        instead: 'run: async () => {}',
      },
    ],
    shop: { months: 3, ordersPerDay: 2 },
  },
  {
    name: 'forget-events',
    words: 'What Stripe told is forgotten after 30 days.',
    breaks: ['nothing grows without bound'],
    places: [
      {
        file: 'src/server/privacy/forget.ts',
        text: 'forgetEvents(tx, { before: now - eventMemory, after, limit: rowsAtOnce })',
        instead: '({ last: null, count: 0 })',
      },
    ],
    shop: { months: 3, ordersPerDay: 2 },
  },
  {
    name: 'forget-mail',
    words: 'Mails that were sent are forgotten after half a year.',
    breaks: ['nothing grows without bound'],
    places: [
      {
        file: 'src/server/privacy/forget.ts',
        text: "forgetSentMail(tx, { before: before('mailDays') ?? 0, after, limit: rowsAtOnce }),",
        instead: '({ last: null, count: 0 }),',
      },
    ],
    shop: { months: 8, ordersPerDay: 1 },
  },
  {
    name: 'links-live-on',
    words: 'Of the links to orders only those are deleted whose time is over.',
    breaks: ['a link leads to its order'],
    places: [
      {
        file: 'src/server/orders/links-repository.ts',
        text: 'db.delete(orderLinks).where(lt(orderLinks.expiresAt, now)),',
        instead: 'db.delete(orderLinks),',
      },
    ],
  },
  {
    name: 'limits-end',
    words: 'What is counted against a limit counts for minutes or hours only.',
    breaks: ['nobody is turned away by a limit'],
    places: [
      {
        file: 'src/server/http/rate-limits.ts',
        text: 'end: now + seconds(windowSeconds)',
        instead: 'end: now + seconds(1e8)',
      },
    ],
    shop: { months: 2 },
  },
  {
    name: 'full-disk-is-said',
    words: 'While the disk is full, whoever cannot be served is told to try again.',
    breaks: ['no call fails without a reason'],
    places: [
      {
        file: 'src/server/http/errors.ts',
        text: 'if (isStorageFailure(error)) {',
        instead: 'if (error === null) {',
      },
    ],
  },
  {
    name: 'signed-in-for-hours',
    words: 'Who works stays signed in for eight hours in which they do nothing.',
    breaks: ['no call fails without a reason'],
    places: [
      {
        file: 'src/server/people/credentials/sessions.ts',
        text: 'const idleHours = 8;',
        instead: 'const idleHours = 0.1;',
      },
    ],
  },
  {
    name: 'foreign-keys',
    words: 'The database keeps what belongs together together.',
    breaks: ['the file is whole'],
    places: [
      {
        file: 'db/client.ts',
        text: "client.pragma('foreign_keys = ON');",
        instead: "client.pragma('foreign_keys = OFF');",
      },
    ],
  },
];
