import { eq } from 'drizzle-orm';
import { writeNow } from '../../db/client.ts';
import { orders, users } from '../../db/schema.ts';
import { giveFeedback } from '../../src/server/aftercare/customer-feedback.ts';
import type { SignedIn } from '../../src/server/base/context.ts';
import { isoTime } from '../../src/server/base/time/moments.ts';
import { findOpenQuestion } from '../../src/server/orders/messages/message-repository.ts';
import { storeWarning } from '../../src/server/payments/money-repository.ts';
import { withdraw } from '../../src/server/payments/withdraw.ts';
import { createSnippet } from '../../src/server/readings/manage-snippets.ts';
import { createCode } from '../../src/server/shop/manage-codes.ts';
import { minutes } from '../../src/shared/durations.ts';
import { createCodeSchema } from '../../src/shared/offers/code-schema.ts';
import { orderStatuses } from '../../src/shared/orders/order-status.ts';
import { addPerson, askCustomer, browserOf, orderIn, storedMail, storedOrder } from './builders.ts';
import { aSnippet, type Caller, noSubject, password, type Row, type Subject } from './permission-table.ts';
import { createTestApp, quickHash } from './test-app.ts';

const aWarning = { kind: 'review', reason: 'rule', isOpen: true, createdAt: 1 } as const;
const praise = { helped: 'yes', words: 'Thank you.', stars: 5, mayPublish: true, shownName: 'none' } as const;

/** Creates an app with two readers and an admin, all with the same password. */
export async function createStaffedApp() {
  const app = createTestApp({ env: { APPROVAL_UNDO_SECONDS: '60' } });
  const people: Record<Caller, SignedIn | null> = {
    visitor: null,
    reader: addPerson(app, 'rita', 'reader'),
    'other reader': addPerson(app, 'omar', 'reader'),
    admin: addPerson(app, 'boss', 'admin'),
  };
  app.db
    .update(users)
    .set({ passwordHash: await quickHash(password) })
    .run();
  return { app, people, rita: people.reader as SignedIn };
}

export type Staffed = Awaited<ReturnType<typeof createStaffedApp>>;

/** Creates the order, snippet or code of a row, which belongs to `owner`. */
export async function createSubject({ app, rita }: Staffed, state: Row['order'], owner: SignedIn = rita) {
  const { context, db } = app;
  const subject: Subject = { ...noSubject, readerId: owner.id };
  if (state === 'snippet') subject.snippetId = (await createSnippet(context, owner, aSnippet)).id;
  if (state === 'code') {
    const code = createCodeSchema.parse({
      code: `C${context.random.newToken().slice(0, 20)}`,
      percentOff: 10,
    });
    subject.codeId = (await createCode(context, owner, code)).id;
  }
  if (!state || state === 'snippet' || state === 'code') return subject;
  const status = state === 'praised' ? 'approved' : orderStatuses.find((known) => known === state);
  const { orderId } = Object.assign(subject, await orderIn(app, status ?? 'pending', owner));
  await app.sendMail();
  subject.mailId = String(storedMail(app, orderId)[0]?.id);
  const order = storedOrder(app, orderId);
  const change = (changes: Partial<typeof order>) =>
    db.update(orders).set(changes).where(eq(orders.id, orderId)).run();
  if (state === 'deleted') change({ deletedAt: 1 });
  if (state === 'in review') change({ paymentStatus: 'review', dueAt: null });
  if (state === 'withdrawn') await withdraw(context, orderId);
  if (state === 'asked') {
    await askCustomer(app, owner, orderId, 'Which of the two jobs do you mean?');
    subject.messageId = findOpenQuestion(db, orderId)?.id ?? '';
  }
  if (state === 'praised') {
    app.clock.advance(minutes(2));
    await giveFeedback(context, order, praise);
    subject.givenAt = isoTime(app.clock.now());
  }
  if (state === 'doubted')
    writeNow(db, (tx) => storeWarning(tx, { ...aWarning, id: `prv_${orderId}`, orderId }));
  return subject;
}

export function idFor(route: string, subject: Subject): string {
  const { orderId, readingId, mailId, snippetId, messageId, readerId } = subject;
  if (route.includes('/staff/:id')) return readerId;
  if (route.includes('/offers/:id')) return 'standard';
  if (route.includes('/business/')) return 'terms';
  if (route.includes('/codes/:id')) return subject.codeId;
  if (route.includes('/order-links/')) return 'no-such-link';
  if (route.includes('/account/')) return 'no-such-session';
  if (route.includes('/mails/:id')) return mailId;
  if (route.includes('/snippets/')) return snippetId;
  if (route.includes('/api/messages/')) return messageId;
  return route.includes('/readings/') ? readingId : orderId;
}

export async function callAs({ app, people }: Staffed, caller: Caller, route: string, body: unknown) {
  const person = people[caller];
  const { cookies } = person ? await browserOf(app, person) : app.visitor();
  const browser = app.visitor({}, cookies);
  const [method = '', path = ''] = route.split(' ');
  return browser.call<{ error?: { code: string; message: string } }>(method, path, body);
}
