import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { eq } from '../../../db/drizzle.ts';
import { users } from '../../../db/schema.ts';
import type { Alert } from '../../shared/alerts.ts';
import type { OrderMail } from '../../shared/orders/mails.ts';
import { type NoticeKind, noticeKinds } from '../../shared/people/notices.ts';
import {
  addPerson,
  addSignedIn,
  confirm,
  giveAddress,
  orderIn,
  placeOrder,
  sendWebhook,
  storedMail,
  storedOrder,
  timelineOf,
} from '../../testing/builders.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { SignedIn } from '../context/context.ts';
import { MailRejected } from '../context/mailer.ts';
import { askAboutLateReadings } from '../late-readings/late-orders.ts';
import { writeReminders } from '../notices/reminders.ts';
import { assignOrder } from '../orders/assign-orders.ts';
import { isNotice } from '../outbox/outbox-repository.ts';
import { tellProblem } from '../problems/tell-problem.ts';
import { answerQuestion } from '../questions/answer-question.ts';
import { askCustomer } from '../questions/ask-customer.ts';
import { findOpenQuestion } from '../questions/question-repository.ts';
import { withdraw } from '../withdrawal/withdraw.ts';

const hour = 3_600_000;
const later = new MailRejected('451 Try again later', { isPermanent: false, responseCode: 451 });
const unknownUser = new MailRejected('550 <maya@customers.example>: user unknown', {
  isPermanent: true,
  responseCode: 550,
});

/** A business with two admins and two readers; all but the second reader have an address. */
async function createBusiness() {
  const app = createTestApp();
  const admin = await addSignedIn(app, 'nora', 'admin');
  const otherAdmin = addPerson(app, 'otto', 'admin');
  const reader = await addSignedIn(app, 'rhea', 'reader');
  for (const { id } of [admin.person, otherAdmin, reader.person]) giveAddress(app, id);
  const otherReader = addPerson(app, 'silas', 'reader');
  return { app, admin, otherAdmin, reader, otherReader };
}
type Business = Awaited<ReturnType<typeof createBusiness>>;

/** Does something. @returns the notices that it put into the outbox, each as `kind to whom` */
async function noticesOf(app: TestApp, act: () => unknown): Promise<string[]> {
  const before = allNotices(app).length;
  await act();
  return allNotices(app)
    .slice(before)
    .map(({ kind, toName }) => `${kind} to ${toName}`)
    .sort();
}

function allNotices(app: TestApp) {
  return app.db.query.outbox
    .findMany({ orderBy: (mail, { asc }) => asc(mail.id) })
    .sync()
    .filter(isNotice);
}

/** Sends what waits. @returns what went to the people who work here */
async function sentToStaff(app: TestApp) {
  await app.sendMail();
  return app.mailer.sent.filter(({ to }) => to.address.endsWith('@staff.example'));
}

/** Lets every mail to a customer fail for good. */
async function failCustomersMail(app: TestApp) {
  const { send } = app.context.mailer;
  app.context.mailer.send = async (mail) => {
    if (mail.to.address.endsWith('@customers.example')) throw unknownUser;
    return send(mail);
  };
  await app.sendMail();
  app.context.mailer.send = send;
}

function lastOrder(app: TestApp) {
  const order = app.db.query.orders.findFirst({ orderBy: (row, { desc }) => desc(row.seq) }).sync();
  if (!order) throw new Error('There is no order.');
  return order;
}

interface Cause {
  kind: NoticeKind;
  /** Who gets it. */
  to: string[];
  /** Gets the business to where one act leads to the notice. @returns the act */
  prepare: (business: Business) => Promise<() => unknown>;
  subject: RegExp;
  path: (order: { id: string; orderNumber: string }) => string;
}

/** What leads to each notice but the reminders, and who gets it. */
const causes: Cause[] = [
  {
    kind: 'order_assigned',
    to: ['rhea'],
    prepare:
      async ({ app }) =>
      () =>
        app.buy(),
    subject: /^CT-\w{6} is assigned to you$/,
    path: ({ id }) => `/reader/dashboard?order=${id}`,
  },
  {
    kind: 'order_taken_away',
    to: ['rhea'],
    prepare: async ({ app, admin, reader, otherReader }) => {
      const { orderId } = await orderIn(app, 'pending', reader.person);
      return () => admin.put(`/api/orders/${orderId}/assignee`, { readerId: otherReader.id });
    },
    subject: /^CT-\w{6} is no longer assigned to you$/,
    path: () => '/reader/dashboard',
  },
  {
    kind: 'reading_rejected',
    to: ['rhea'],
    prepare: async ({ app, admin, reader }) => {
      const { readingId } = await orderIn(app, 'reading_uploaded', reader.person);
      return () => admin.put(`/api/readings/${readingId}/reject`, { feedback: 'Say more of the Star.' });
    },
    subject: /^The reading of CT-\w{6} comes back to you$/,
    path: ({ id }) => `/reader/dashboard?order=${id}`,
  },
  {
    kind: 'reading_submitted',
    to: ['nora', 'otto'],
    prepare: async ({ app, reader }) => {
      const { orderId } = await orderIn(app, 'pending', reader.person);
      return () => reader.post('/api/readings', { orderId, content: 'The Star.' });
    },
    subject: /^CT-\w{6} waits for your approval$/,
    path: () => '/admin/dashboard?tab=approvals',
  },
  {
    kind: 'mail_failed',
    to: ['nora', 'otto'],
    prepare: async ({ app, otherReader }) => {
      await orderIn(app, 'pending', otherReader);
      return () => failCustomersMail(app);
    },
    subject: /^A mail about CT-\w{6} could not be delivered$/,
    path: ({ id }) => `/admin/dashboard?order=${id}`,
  },
  {
    kind: 'note_from_admin',
    to: ['rhea'],
    prepare: async ({ app, admin, reader }) => {
      const { orderId } = await orderIn(app, 'pending', reader.person);
      return () => admin.post(`/api/orders/${orderId}/notes`, { text: 'The deck of Marseille.' });
    },
    subject: /^There is a note for you on CT-\w{6}$/,
    path: ({ id }) => `/reader/dashboard?order=${id}`,
  },
  {
    kind: 'note_from_reader',
    to: ['nora', 'otto'],
    prepare: async ({ app, reader }) => {
      const { orderId } = await orderIn(app, 'pending', reader.person);
      return () => reader.post(`/api/orders/${orderId}/notes`, { text: 'Which deck?' });
    },
    subject: /^There is a note for you on CT-\w{6}$/,
    path: ({ id }) => `/admin/dashboard?order=${id}`,
  },
];

describe.each(causes)('$kind', ({ kind, to, prepare, subject, path }) => {
  test('is told to whom it concerns, with a button that leads there', async () => {
    const business = await createBusiness();
    const { app } = business;
    const act = await prepare(business);
    expect(await noticesOf(app, act)).toEqual(to.map((name) => `${kind} to ${name}`));
    const mails = (await sentToStaff(app)).filter((mail) => subject.test(mail.subject));
    expect(mails.map((mail) => mail.to.name).sort()).toEqual(to);
    const address = `${app.config.publicUrl}${path(lastOrder(app))}`;
    for (const { html, text } of mails) {
      expect(html).toContain(`href="${address}"`);
      expect(text).toContain(`:\n${address}\n`);
      expect(text).toContain('in your account, at the top right of the dashboard');
    }
  });

  test('is not told to those who switched it off, and to nobody else instead', async () => {
    const business = await createBusiness();
    const act = await prepare(business);
    const [muted, ...others] = to;
    giveAddress(business.app, `id-of-${muted}`, [kind]);
    expect(await noticesOf(business.app, act)).toEqual(others.map((name) => `${kind} to ${name}`));
  });

  test('comes although every other kind is switched off', async () => {
    const business = await createBusiness();
    const act = await prepare(business);
    for (const name of to) {
      giveAddress(
        business.app,
        `id-of-${name}`,
        noticeKinds.filter((other) => other !== kind),
      );
    }
    expect(await noticesOf(business.app, act)).toHaveLength(to.length);
  });

  test.each([
    ['have no address', { email: null }],
    ['have no account any more', { isActive: false }],
  ])('is not told to those who %s', async (_who, changes) => {
    const business = await createBusiness();
    const act = await prepare(business);
    for (const name of to) {
      business.app.db
        .update(users)
        .set(changes)
        .where(eq(users.id, `id-of-${name}`))
        .run();
    }
    expect(await noticesOf(business.app, act)).toEqual([]);
  });
});

test('whoever hands a reading in as an admin is not told of it, the other admins are', async () => {
  const { app, admin, reader } = await createBusiness();
  const { orderId } = await orderIn(app, 'pending', reader.person);
  const submit = () => admin.post('/api/readings', { orderId, content: 'The Star.' });
  expect(await noticesOf(app, submit)).toEqual(['reading_submitted to otto']);
});

test('a reading that is handed in once more is told again', async () => {
  const { app, reader } = await createBusiness();
  const { orderId } = await orderIn(app, 'rejected', reader.person);
  await app.sendMail();
  const resubmit = () => reader.post('/api/readings', { orderId, content: 'The Sun.' });
  expect(await noticesOf(app, resubmit)).toEqual(['reading_submitted to nora', 'reading_submitted to otto']);
});

test('an order that goes from one reader to the other is told to both, also among many', async () => {
  const { app, admin, reader, otherReader } = await createBusiness();
  giveAddress(app, otherReader.id);
  const { orderId } = await orderIn(app, 'pending', reader.person);
  await app.sendMail();
  const reassign = () => admin.put('/api/assignments', { orderIds: [orderId], readerId: otherReader.id });
  expect(await noticesOf(app, reassign)).toEqual(['order_assigned to silas', 'order_taken_away to rhea']);
  expect(await noticesOf(app, reassign)).toEqual([]);
  const withdraw = () => admin.put(`/api/orders/${orderId}/assignee`, { readerId: null });
  expect(await noticesOf(app, withdraw)).toEqual(['order_taken_away to silas']);
});

test('a payment that an admin accepts is an order for a reader', async () => {
  const { app, admin } = await createBusiness();
  const order = await placeOrder(app);
  app.payments.pay(order.paymentIntentId);
  app.payments.change(order.paymentIntentId, { amountReceivedCents: 4500 });
  expect(await noticesOf(app, () => confirm(app, order))).toEqual([]);
  const accept = () => admin.put(`/api/orders/${order.orderId}/accept-payment`);
  expect(await noticesOf(app, accept)).toEqual(['order_assigned to rhea']);
});

test('the due day is the one the customer was told', async () => {
  const { app } = await createBusiness();
  await app.buy();
  const [notice] = await sentToStaff(app);
  const confirmation = app.mailer.sent.find(({ to }) => to.address === 'maya@customers.example');
  const dueDay = /due by: (\w+, \w+ \d+)/.exec(confirmation?.text ?? '')?.[1];
  expect(dueDay).toBeDefined();
  expect(notice?.text).toContain(`due by ${dueDay}.`);
});

test('a rejection carries the feedback in its body, as it is when it is sent', async () => {
  const { app, admin, reader } = await createBusiness();
  const { readingId } = await orderIn(app, 'reading_uploaded', reader.person);
  await admin.put(`/api/readings/${readingId}/reject`, { feedback: 'Say more of the Star.\n\nAnd <less>.' });
  const mail = (await sentToStaff(app)).at(-1);
  expect(mail?.text).toContain('Say more of the Star.\n\nAnd <less>.');
  expect(mail?.html).toContain('And &lt;less&gt;.');
  expect(mail?.subject).not.toContain('Star');
});

test('a failed mail is named by its kind, without the words of the mail server or the address', async () => {
  const { app } = await createBusiness();
  await app.buy();
  await failCustomersMail(app);
  const mail = (await sentToStaff(app)).find(({ to }) => to.name === 'nora');
  expect(mail?.text).toContain('The confirmation of the order could not be delivered to the customer.');
  expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toMatch(/550|unknown|maya/i);
});

test('a notice that fails is told to nobody: not by mail, not in the alerts, not on the order', async () => {
  const { app, admin } = await createBusiness();
  const { orderId } = await app.buy();
  const { send } = app.context.mailer;
  app.context.mailer.send = async (mail) => {
    if (mail.to.name === 'rhea') throw unknownUser;
    return send(mail);
  };
  expect(await noticesOf(app, () => app.sendMail())).toEqual([]);
  expect(storedMail(app, orderId).map(({ kind, state }) => `${kind} ${state}`)).toEqual([
    'order_assigned failed',
    'order_confirmation sent',
  ]);
  expect((await admin.get<Alert[]>('/api/alerts')).body).toEqual([]);
});

test('what an admin sees of an order are the mails to its customer', async () => {
  const { app, admin, reader } = await createBusiness();
  const { orderId, readingId } = await orderIn(app, 'reading_uploaded', reader.person);
  await admin.put(`/api/readings/${readingId}/reject`, { feedback: 'No.' });
  await app.sendMail();
  expect(allNotices(app).filter(({ state }) => state === 'sent')).not.toEqual([]);
  const { body: mails } = await admin.get<OrderMail[]>(`/api/orders/${orderId}/mails`);
  expect(mails.map(({ kind }) => kind)).toEqual(['order_confirmation']);
  expect(timelineOf(app, orderId).filter((type) => type.startsWith('mail_'))).toEqual(['mail_sent']);
  await admin.put(`/api/orders/${orderId}/email`, { email: 'new@customers.example' });
  for (const { toAddress } of allNotices(app)) expect(toAddress).toMatch(/@staff\.example$/);
});

test('a notice cannot be sent again as if it were a mail to the customer', async () => {
  const { app, admin } = await createBusiness();
  await app.buy();
  await app.sendMail();
  const [notice] = allNotices(app);
  expect((await admin.post(`/api/mails/${notice?.id}/resend`)).status).toBe(404);
});

describe('between its cause and its sending a notice can lose its reason:', () => {
  /** Rhea's order with a waiting notice of a kind, and what makes it void. */
  const voids: [what: string, kind: NoticeKind, Cause['prepare']][] = [
    [
      'the order was deleted',
      'order_assigned',
      async ({ app, admin, reader }) => {
        const { orderId } = await orderIn(app, 'pending', reader.person);
        return () => admin.delete(`/api/orders/${orderId}`);
      },
    ],
    [
      'the order went to somebody else',
      'order_assigned',
      async ({ app, admin, reader, otherReader }) => {
        const { orderId } = await orderIn(app, 'pending', reader.person);
        return () => admin.put(`/api/orders/${orderId}/assignee`, { readerId: otherReader.id });
      },
    ],
    [
      'the money went back',
      'order_assigned',
      async ({ app, reader }) => {
        const order = await orderIn(app, 'pending', reader.person);
        app.payments.change(order.paymentIntentId, { refundedCents: 6000 });
        return () => sendWebhook(app, { id: 'evt_1', paymentId: order.paymentIntentId });
      },
    ],
    [
      'the reading was handed in once more',
      'reading_rejected',
      async ({ app, admin, reader }) => {
        const { orderId, readingId } = await orderIn(app, 'reading_uploaded', reader.person);
        await admin.put(`/api/readings/${readingId}/reject`, {});
        return () => reader.post('/api/readings', { orderId, content: 'The Sun.' });
      },
    ],
    [
      'the order came back',
      'order_taken_away',
      async ({ app, admin, reader, otherReader }) => {
        const { orderId } = await orderIn(app, 'pending', reader.person);
        await admin.put(`/api/orders/${orderId}/assignee`, { readerId: otherReader.id });
        return () => admin.put(`/api/orders/${orderId}/assignee`, { readerId: reader.person.id });
      },
    ],
    [
      'the reading was judged',
      'reading_submitted',
      async ({ app, admin, reader }) => {
        const { readingId } = await orderIn(app, 'reading_uploaded', reader.person);
        return () => admin.put(`/api/readings/${readingId}/approve`);
      },
    ],
    [
      'the notice was switched off',
      'order_assigned',
      async ({ app, reader }) => {
        await orderIn(app, 'pending', reader.person);
        return () => giveAddress(app, reader.person.id, ['order_assigned']);
      },
    ],
    [
      'the account was closed',
      'order_assigned',
      async ({ app, admin, reader }) => {
        await orderIn(app, 'pending', reader.person);
        return () => admin.put(`/api/staff/${reader.person.id}/active`, { isActive: false });
      },
    ],
  ];

  test.each(voids)('%s', async (_what, kind, prepare) => {
    const business = await createBusiness();
    const { app } = business;
    const happen = await prepare(business);
    const waiting = () => allNotices(app).filter((notice) => notice.kind === kind);
    expect(waiting().map(({ state }) => state)).toContain('queued');
    await happen();
    await app.sendMail();
    for (const { state } of waiting()) expect(state).toBe('canceled');
    app.clock.advance(hour);
    await app.sendMail();
    for (const { state, sentAt } of waiting()) expect([state, sentAt]).toEqual(['canceled', null]);
  });
});

test('a notice goes to the address its recipient has when it is sent', async () => {
  const { app, reader } = await createBusiness();
  await app.buy();
  const email = 'rhea-at-home@staff.example';
  app.db.update(users).set({ email }).where(eq(users.id, reader.person.id)).run();
  expect((await sentToStaff(app)).map(({ to }) => to.address)).toEqual([email]);
});

test('hours without a mail server do not heap up the same notice', async () => {
  const { app, admin, reader } = await createBusiness();
  const { orderId } = await orderIn(app, 'pending', reader.person);
  app.mailer.failWith(later);
  for (const content of ['The Star.', 'The Sun.', 'The Moon.']) {
    const { body } = await reader.post<{ id: string }>('/api/readings', { orderId, content });
    await app.sendMail();
    await admin.put(`/api/readings/${body.id}/reject`, {});
    await app.sendMail();
    app.clock.advance(hour);
  }
  app.mailer.failWith(null);
  await reader.post('/api/readings', { orderId, content: 'The World.' });
  const told = (await sentToStaff(app)).filter(({ subject }) => subject.includes('approval'));
  expect(told.map(({ to }) => to.name).sort()).toEqual(['nora', 'otto']);
});

test('a mail server that takes no notices does not hold up the mail of customers', async () => {
  const { app } = await createBusiness();
  const { send } = app.context.mailer;
  app.context.mailer.send = async (mail) => {
    if (mail.to.address.endsWith('@staff.example')) throw later;
    return send(mail);
  };
  const bought = [];
  for (let i = 0; i < 12; i++) bought.push(await app.buy());
  await app.sendMail();
  for (const { orderId } of bought) {
    const confirmation = storedMail(app, orderId).find(({ kind }) => kind === 'order_confirmation');
    expect(confirmation?.state).toBe('sent');
  }
});

test('while nobody has an address nothing is written but the mail of customers', async () => {
  const app = createTestApp();
  const admin = addPerson(app, 'nora', 'admin');
  addPerson(app, 'otto', 'admin');
  await orderIn(app, 'rejected', addPerson(app, 'rhea', 'reader'));
  await orderIn(app, 'approved', admin);
  await failCustomersMail(app);
  await writeReminders(app.context);
  const kinds = app.db.query.outbox
    .findMany()
    .sync()
    .map(({ kind }) => kind);
  expect(new Set(kinds)).toEqual(new Set(['order_confirmation', 'reading_delivery']));
});

/** The customer of an order is asked something, and answers. */
async function askAndAnswer(app: TestApp, asker: SignedIn, orderId: string, answer: string): Promise<void> {
  await askCustomer(app.context, asker, orderId, 'Which of the two jobs do you mean?');
  await answerQuestion(
    app.context,
    storedOrder(app, orderId),
    findOpenQuestion(app.db, orderId)?.id ?? '',
    answer,
  );
  await app.sendMail();
}

test('whatever a customer writes, no notice has it', async () => {
  const word = fc
    .string({ minLength: 8, maxLength: 30, unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz') })
    .map((text) => `x${text}z`);
  const texts = fc.record({ name: word, addressee: word, question: word, background: word });
  await fc.assert(
    fc.asyncProperty(texts, async ({ name, addressee, question, background }) => {
      const { app, admin, reader, otherReader } = await createBusiness();
      const { orderId } = await app.buy({
        readingType: 'other',
        customQuestion: question,
        customerName: name,
        customerEmail: `${addressee}@customers.example`,
        readingAddresseeName: addressee,
        backgroundContext: background,
      });
      await failCustomersMail(app);
      const { body } = await reader.post<{ id: string }>('/api/readings', { orderId, content: 'The Star.' });
      for (const who of [reader, admin]) await who.post(`/api/orders/${orderId}/notes`, { text: question });
      await app.sendMail();
      await askAndAnswer(app, reader.person, orderId, background);
      await admin.put(`/api/readings/${body.id}/reject`, { feedback: 'No.' });
      await app.sendMail();
      const dueAt = storedOrder(app, orderId).dueAt ?? 0;
      for (const time of [dueAt - hour, dueAt + hour]) {
        app.clock.advance(time - app.clock.now());
        await writeReminders(app.context);
        await askAboutLateReadings(app.context);
        await app.sendMail();
      }
      await assignOrder(app.context, admin.person, orderId, otherReader.id);
      await app.sendMail();
      await tellProblem(app.context, storedOrder(app, orderId), question);
      await withdraw(app.context, orderId);
      const mails = await sentToStaff(app);
      const sent = allNotices(app).filter(({ state }) => state === 'sent');
      expect(new Set(sent.map(({ kind }) => kind))).toEqual(new Set(noticeKinds));
      for (const mail of mails) {
        const all = `${mail.subject} ${mail.text} ${mail.html}`;
        for (const text of [name, addressee, question, background]) expect(all).not.toContain(text);
      }
    }),
    { numRuns: 15 },
  );
}, 30_000);
