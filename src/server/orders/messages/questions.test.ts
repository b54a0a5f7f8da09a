import { expect, test } from 'vitest';
import { browserOf, storedMail, storedOrder, timelineOf } from '../../../../tests/kit/builders.ts';
import { createDatedShop } from '../../../../tests/kit/dated-shop.ts';
import { listenAs } from '../../../../tests/kit/live-streams.ts';
import type { Alert } from '../../../shared/ops/alerts.ts';
import type { ReaderOrder } from '../../../shared/orders/order-schema.ts';
import { MailRejected } from '../../base/mailer.ts';

const question = 'Do you mean the job in Lisbon, or the one you have?';

test.each(['rita', 'admin'] as const)('%s asks, and both reader and admin see the answer', async (who) => {
  const shop = await createDatedShop();
  const { rita, admin, ask, read, write } = shop;
  const asked = { from: 'shop', kind: 'question', text: question, open: { canBeClosed: true } };
  expect((await ask(shop[who], question)).body).toMatchObject([asked]);
  shop.app.clock.advance(1_000);
  await write('The one\r\nin Lisbon.');
  for (const person of [rita, admin]) {
    const answer = { from: 'customer', kind: 'answer', text: 'The one\nin Lisbon.' };
    const { body } = await read(person);
    expect(body).toMatchObject([{ kind: 'question' }, answer]);
    expect(body[0]).not.toHaveProperty('open');
  }
});

test.each<[string, string[]]>([
  ['Lisbon.', ['Lisbon.']],
  ['Marseille.', ['Lisbon.', 'Marseille.']],
  ['一番目\nمرحبا <b>', ['一番目\nمرحبا <b>']],
])('shows the newest answer, %j, with its question in the reader’s list', async (newest, answers) => {
  const { app, rita, ask, write, orderId } = await createDatedShop();
  const listed = async () => (await rita.get<ReaderOrder[]>('/api/reader/orders')).body;
  for (const text of answers) {
    expect(await listed()).not.toMatchObject([{ customerAnswer: newest }]);
    await ask(rita, `${question} ${text.length}`);
    app.clock.advance(1_000);
    await write(text);
    app.clock.advance(60_000);
  }
  const answered = { customerAnswer: newest, answeredQuestion: `${question} ${newest.length}` };
  expect(await listed()).toMatchObject([{ id: orderId, ...answered }]);
  const one = await rita.get<ReaderOrder>(`/api/reader/orders/${orderId}`);
  expect(one.body.customerAnswer).toBe(newest);
});

test('allows one open question and stores a repeated one once', async () => {
  const { rita, admin, ask, mailToCustomer } = await createDatedShop();
  await ask(rita, question);
  expect((await ask(rita, ` ${question} `)).body).toHaveLength(1);
  const conflict = { status: 409, body: { error: { code: 'question_conflict' } } };
  expect(await ask(admin, 'And which deck?')).toMatchObject(conflict);
  expect(await mailToCustomer()).toHaveLength(1);
});

test('lets a closed question be asked again, without resending its old mail', async () => {
  const { app, admin, rita, orderId, ask, close, dueAt, mailToCustomer } = await createDatedShop();
  const [asked] = (await ask(rita, question)).body;
  expect(await mailToCustomer()).toHaveLength(1);
  await close(rita, asked?.id);
  app.clock.advance(1_000);
  const open = { canBeClosed: true };
  expect((await ask(rita, question)).body).toMatchObject([{ id: asked?.id }, { open }]);
  expect(dueAt()).toBeNull();
  expect(await mailToCustomer()).toHaveLength(1);
  const [first, second] = storedMail(app, orderId).filter(({ kind }) => kind === 'customer_question');
  expect((await admin.post(`/api/mails/${first?.id}/resend`, {})).status).toBe(409);
  expect((await admin.post(`/api/mails/${second?.id}/resend`, {})).status).toBe(200);
});

test('lets readers close their own questions and admins close their own', async () => {
  const { app, rita, admin, ask, write, close, read } = await createDatedShop();
  const [own] = (await ask(rita, question)).body;
  expect(own?.open?.canBeClosed).toBe(true);
  app.clock.advance(1_000);
  expect((await close(rita, own?.id)).body).toMatchObject([{ closedAt: expect.any(String) }]);
  expect((await close(rita, own?.id)).status).toBe(200);
  const admins = (await ask(admin, 'And which deck?')).body.at(-1);
  expect((await read(rita)).body.at(-1)?.open?.canBeClosed).toBe(false);
  expect((await close(rita, admins?.id)).status).toBe(403);
  app.clock.advance(1_000);
  await write('Marseille.');
  const late = await close(admin, admins?.id);
  expect([late.status, late.body.at(-1)]).toMatchObject([200, { kind: 'answer', text: 'Marseille.' }]);
  expect(late.body.at(-2)).not.toHaveProperty('closedAt');
});

test('lets the next reader close the previous reader’s question', async () => {
  const { app, rita, omar, admin, orderId, ask, close, read } = await createDatedShop();
  const [asked] = (await ask(rita, question)).body;
  await admin.put(`/api/orders/${orderId}/assignee`, { readerId: omar.person.id });
  const open = { canBeClosed: true };
  expect((await read(omar)).body).toMatchObject([{ text: question, author: 'rita', open }]);
  expect((await close(rita, asked?.id)).status).toBe(404);
  app.clock.advance(1_000);
  expect((await close(omar, asked?.id)).body[0]?.closedAt).toEqual(expect.any(String));
});

test('drops the alert about a failed mail once its question is closed', async () => {
  const { app, admin, rita, orderId, ask, close } = await createDatedShop();
  const failed = async () =>
    (await admin.get<Alert[]>('/api/alerts')).body.filter(({ code }) => code === 'mail_failed');
  const [asked] = (await ask(rita, question)).body;
  app.mailer.failWith(new MailRejected('550 no such mailbox', { isPermanent: true }));
  await app.sendMail();
  expect(await failed()).toHaveLength(1);
  await close(rita, asked?.id);
  expect(await failed()).toEqual([]);
  const mail = storedMail(app, orderId).find(({ kind }) => kind === 'customer_question');
  expect(mail?.state).toBe('canceled');
});

test.each([
  [' \n ', 'Enter a message.'],
  ['x'.repeat(2_001), 'The message can be up to 2000 characters long.'],
])('%#: refuses an empty or too long message with a reason', async (text, message) => {
  const { rita, ask, dueAt } = await createDatedShop();
  expect(await ask(rita, text)).toMatchObject({ status: 400, body: { error: { message } } });
  expect(dueAt()).not.toBeNull();
});

test('refuses questions about approved, refunded or deleted orders', async () => {
  const approved = await createDatedShop('approved');
  const message = 'There is nothing left to ask about this order: its reading was approved.';
  const refused = await approved.ask(approved.admin, question);
  expect(refused).toMatchObject({ status: 409, body: { error: { message } } });
  const { admin, orderId, ask } = await createDatedShop();
  await admin.post(`/api/orders/${orderId}/refund`, { amount: 60, refundedBefore: 0 });
  expect((await ask(admin, question)).body.error.message).toContain('Refunded');
  await admin.delete(`/api/orders/${orderId}`);
  expect((await ask(admin, question)).status).toBe(404);
});

test('closes the question at a full refund, not at a partial one', async () => {
  const { app, admin, orderId, ask, read, dueAt } = await createDatedShop();
  await ask(admin, question);
  await admin.post(`/api/orders/${orderId}/refund`, { amount: 10, refundedBefore: 0 });
  expect(storedOrder(app, orderId).paymentStatus).toBe('partially_refunded');
  expect(dueAt()).toBeNull();
  await admin.post(`/api/orders/${orderId}/refund`, { amount: 50, refundedBefore: 10 });
  expect(storedOrder(app, orderId).paymentStatus).toBe('refunded');
  expect((await read(admin)).body[0]).not.toHaveProperty('open');
  expect(dueAt()).not.toBeNull();
});

test('closes open questions when the reading is approved', async () => {
  const { admin, readingId, ask, read, dueAt } = await createDatedShop('reading_uploaded');
  await ask(admin, question);
  expect((await admin.put(`/api/readings/${readingId}/approve`)).status).toBe(200);
  expect((await read(admin)).body[0]).not.toHaveProperty('open');
  expect(dueAt()).not.toBeNull();
});

test('keeps answers out of timeline and mails, and notifies open desks', async () => {
  const { app, admin, rita, orderId, orderNumber, ask, write } = await createDatedShop();
  const desk = await listenAs(app, await browserOf(app, rita.person));
  await desk.next();
  const changed = [{ orderId, news: null }];
  await ask(admin, question);
  expect(await desk.changes()).toEqual(changed);
  await app.sendMail();
  expect(await desk.changes()).toEqual(changed);
  await write('The job in Lisbon.');
  expect(await desk.changes()).toEqual(changed);
  await desk.hangUp();
  expect(timelineOf(app, orderId).slice(-3)).toEqual(['question_asked', 'mail_sent', 'question_answered']);
  const { body } = await admin.get(`/api/orders/${orderId}/events`);
  app.mailer.sent.length = 0;
  await app.sendMail();
  const subject = `The customer answered your question about ${orderNumber}`;
  expect(app.mailer.sent).toMatchObject([{ subject }, { subject }]);
  expect(JSON.stringify([body, app.mailer.sent])).not.toContain('Lisbon');
});

test('mails the question and a link, but nothing the customer wrote', async () => {
  const { app, rita, orderId, orderNumber, ask, mailToCustomer } = await createDatedShop();
  const told = "custom_question = 'Should I leave?', background_context = 'Ten years in sales.'";
  app.db.$client.exec(`UPDATE orders SET ${told}`);
  await ask(rita, `${question}\n\n<b>Or</b> neither?`);
  const [mail] = await mailToCustomer();
  expect(mail?.subject).toBe(`A question about your order ${orderNumber}`);
  for (const part of [mail?.html ?? '', mail?.text ?? '']) {
    expect(part).toContain('Do you mean the job in Lisbon');
    expect(part).toMatch(/\/order\/[\w-]{22}/);
    for (const word of ['leave?', 'sales', 'rita', orderId]) expect(part).not.toContain(word);
  }
  expect(mail?.html).toContain('&lt;b&gt;Or&lt;/b&gt;');
});

test('cancels a closed question’s mail and mails the new question once', async () => {
  const { rita, ask, close, mailToCustomer } = await createDatedShop();
  const [asked] = (await ask(rita, question)).body;
  await close(rita, asked?.id);
  expect(await mailToCustomer()).toEqual([]);
  const again = (await ask(rita, 'And which deck?')).body.at(-1);
  await close(rita, again?.id);
  await ask(rita, 'Which deck, please?');
  expect((await mailToCustomer()).map(({ text }) => text.includes('Which deck, please?'))).toEqual([true]);
});

test('resends a question’s mail only while the question is open', async () => {
  const { app, admin, rita, orderId, ask, close, mailToCustomer } = await createDatedShop();
  const [asked] = (await ask(rita, question)).body;
  await mailToCustomer();
  const id = storedMail(app, orderId).find(({ kind }) => kind === 'customer_question')?.id;
  expect((await admin.post(`/api/mails/${id}/resend`, {})).status).toBe(200);
  expect(await mailToCustomer()).toHaveLength(1);
  await close(rita, asked?.id);
  expect((await admin.post(`/api/mails/${id}/resend`, {})).status).toBe(409);
  await admin.put(`/api/orders/${orderId}/email`, { email: 'maya.l@customers.example' });
  app.mailer.sent.length = 0;
  await app.sendMail();
  expect(app.mailer.sent.map(({ subject }) => subject)).toEqual([expect.stringContaining('is confirmed')]);
});
