import { expect, test } from 'vitest';
import { storedMail, timelineOf } from '../../../../tests/kit/builders.ts';
import { createDatedShop } from '../../../../tests/kit/dated-shop.ts';
import { MailRejected } from '../../base/mailer.ts';

const text = 'The letter breaks off in the middle.';
const minute = 60_000;

type Shop = Pick<Awaited<ReturnType<typeof createDatedShop>>, 'app' | 'token'>;
/** Calls the API as a program does that knows the secret of an order's link. */
const callAsCustomer =
  ({ app, token }: Shop) =>
  (body: unknown, link = token) =>
    app.visitor().post(`/api/order-links/${link}/messages`, body);

test('notifies admins and reader of a problem and shows the reply date', async () => {
  const { app, admin, rita, orderId, orderNumber, token, write, page, read, alerts } =
    await createDatedShop('approved');
  const sent = await write(text, { kind: 'problem' });
  expect([sent.status, sent.headers.get('location')]).toEqual([303, `/order/${token}#messages`]);
  const messages = [{ isOurs: false, text, writtenOn: 'Monday, June 1' }];
  const thread = { messages, isAsked: false, answerBy: 'Wednesday, June 3', kept: null };
  expect(page()?.thread).toEqual(thread);
  const told = { from: 'customer', author: 'Maya Lindqvist', kind: 'problem', text };
  for (const person of [admin, rita]) {
    expect((await read(person)).body).toMatchObject([{ ...told, createdAt: '2037-06-01T14:02:00.000Z' }]);
  }
  expect(JSON.stringify((await read(rita)).body)).not.toContain('@');
  expect(await alerts()).toContain('message_unanswered');
  expect(timelineOf(app, orderId).at(-1)).toBe('problem_told');
  await app.sendMail();
  const subject = `The customer reported a problem with ${orderNumber}`;
  expect(app.mailer.sent).toMatchObject([{ subject }, { subject }]);
  expect(app.mailer.sent.map(({ to }) => to.name).sort()).toEqual(['boss', 'rita']);
  expect(JSON.stringify(app.mailer.sent)).not.toMatch(/breaks off|Maya/);
});

test('mails a reply with a thread link and closes the message', async () => {
  const { app, admin, rita, orderNumber, write, say, page, alerts, mailToCustomer } =
    await createDatedShop('approved');
  await write(text);
  app.clock.advance(minute);
  const { body } = await say(rita, { text: 'Sorry!\n\n<b>Here</b> is the rest.' });
  expect(body).toMatchObject([{ kind: 'message' }, { from: 'shop', author: 'rita', kind: 'message' }]);
  for (const gone of ['open', 'closedAt']) expect(body[0]).not.toHaveProperty(gone);
  expect(await alerts()).not.toContain('message_unanswered');
  expect(page()?.thread).toMatchObject({ answerBy: null, messages: [{ isOurs: false }, { isOurs: true }] });
  const [mail, ...others] = await mailToCustomer();
  expect(others).toEqual([]);
  expect(mail?.subject).toBe(`A message about your order ${orderNumber}`);
  for (const part of [mail?.text, mail?.html]) {
    expect(part).toMatch(/\/order\/[\w-]{22}#messages/);
    expect(part).not.toMatch(/breaks off|rita/);
  }
  expect(mail?.html).toContain('&lt;b&gt;Here&lt;/b&gt; is the rest.');
  expect((await admin.get<unknown[]>('/api/alerts')).body).toEqual([]);
});

test('drops a waiting notice once the message is answered', async () => {
  const { app, rita, write, say, mailToCustomer } = await createDatedShop('approved');
  await write(text);
  await say(rita, { text: 'Here is the rest.' });
  expect(await mailToCustomer()).toHaveLength(1);
  expect(app.mailer.sent).toHaveLength(1);
});

test('sends one notice for messages within an hour, unless answered in between', async () => {
  const { app, rita, write, say } = await createDatedShop('approved');
  const notices = async () => {
    app.clock.advance(minute);
    app.mailer.sent.length = 0;
    await app.sendMail();
    return app.mailer.sent.filter(({ to }) => to.name === 'rita').length;
  };
  await write('One page is missing.');
  expect(await notices()).toBe(1);
  await write('It is the second.');
  expect(await notices()).toBe(0);
  await write('The letter breaks off, too.', { kind: 'problem' });
  expect(await notices()).toBe(1);
  await say(rita, { text: 'Here it is.' });
  await write('Thank you!');
  expect(await notices()).toBe(1);
  app.clock.advance(61 * minute);
  await write('I have one more question.');
  expect(await notices()).toBe(1);
});

test('closes a message without a reply, and all earlier ones', async () => {
  const { app, admin, orderId, write, read, close, page, alerts } = await createDatedShop('approved');
  for (const words of ['Thank you!', 'It was good.']) {
    await write(words);
    app.clock.advance(minute);
  }
  const last = (await read(admin)).body.at(-1);
  for (let i = 0; i < 2; i++) expect((await close(admin, last?.id)).status).toBe(200);
  const closed = { closedAt: expect.any(String) };
  expect((await read(admin)).body).toMatchObject([closed, closed]);
  expect(timelineOf(app, orderId).filter((type) => type === 'problem_closed')).toHaveLength(1);
  expect(await alerts()).not.toContain('message_unanswered');
  expect(page()?.thread?.answerBy).toBeNull();
});

test('stores one message and sends one notice after a double click', async () => {
  const { app, admin, rita, write, say, read, mailToCustomer } = await createDatedShop('approved');
  await Promise.all([write(text), write(text), write(text)]);
  app.clock.advance(minute);
  await write(text);
  await app.sendMail();
  expect(app.mailer.sent).toHaveLength(2);
  const reply = { text: 'Here is the rest.' };
  await Promise.all([say(rita, reply), say(rita, reply)]);
  expect(await mailToCustomer()).toHaveLength(1);
  expect((await read(admin)).body).toHaveLength(2);
  app.clock.advance(minute);
  await write(text);
  expect((await read(admin)).body).toHaveLength(3);
});

test('restores the due date once and stores later text as a message', async () => {
  const { app, admin, ask, write, read, page, dueAt } = await createDatedShop();
  await ask(admin, 'Which job?');
  expect(page()).toMatchObject({ state: 'waiting', due: null, thread: { isAsked: true } });
  app.clock.advance(minute);
  await write('The one in Lisbon.');
  expect(page()).toMatchObject({ state: 'in_preparation', due: { day: 'Thursday, June 4', isOver: false } });
  expect(dueAt()).not.toBeNull();
  app.clock.advance(minute);
  await write('No, the other one.');
  expect((await read(admin)).body.map(({ kind }) => kind)).toEqual(['question', 'answer', 'message']);
});

test('keeps the question open when the customer reports a problem', async () => {
  const { app, admin, ask, write, read, dueAt } = await createDatedShop();
  await ask(admin, 'Which job?');
  app.clock.advance(minute);
  await write('My name is wrong.', { kind: 'problem' });
  expect((await read(admin)).body.map(({ kind }) => kind)).toEqual(['question', 'problem']);
  expect(dueAt()).toBeNull();
});

test('hides a closed question from the customer’s page', async () => {
  const { app, admin, ask, close, page } = await createDatedShop();
  const [asked] = (await ask(admin, 'Which job?')).body;
  app.clock.advance(minute);
  await close(admin, asked?.id);
  expect(page()).toMatchObject({ state: 'in_preparation', thread: { messages: [] } });
});

test('lets admins, but not readers, add what the customer wrote by email', async () => {
  const { app, admin, rita, ask, say, read, dueAt } = await createDatedShop();
  await ask(rita, 'Which job?');
  app.clock.advance(minute);
  expect((await say(rita, { text: 'The first.', from: 'customer' })).status).toBe(403);
  await say(admin, { text: 'The first.', from: 'customer' });
  const added = { from: 'customer', author: 'Maya Lindqvist', kind: 'answer', addedBy: 'boss' };
  expect((await read(rita)).body.at(-1)).toMatchObject(added);
  expect(dueAt()).not.toBeNull();
  await app.sendMail();
  // The customer has the question's mail no more; the admin knows what they added.
  expect(app.mailer.sent.map(({ to }) => to.name)).toEqual(['rita']);
});

test('marks a message that the mail server refused', async () => {
  const { app, admin, rita, say, read, alerts } = await createDatedShop();
  await say(rita, { text: 'A word before I begin.' });
  app.mailer.failWith(new MailRejected('550 no such mailbox', { isPermanent: true }));
  await app.sendMail();
  expect((await read(rita)).body).toMatchObject([{ isUndelivered: true }]);
  expect(await alerts()).toContain('mail_failed');
  app.mailer.failWith(null);
  const mail = storedMail(app, (await admin.get<{ id: string }[]>('/api/orders')).body[0]?.id ?? '').at(-2);
  await admin.post(`/api/mails/${mail?.id}/resend`, {});
  expect((await read(rita)).body[0]).not.toHaveProperty('isUndelivered');
});

test('accepts messages through the API and answers 404 to wrong links', async () => {
  const shop = await createDatedShop('approved');
  const call = callAsCustomer(shop);
  expect(await call({ text, kind: 'problem' })).toMatchObject({ status: 200, body: { sent: true } });
  const notFound = { status: 404, body: { error: { code: 'order_not_found' } } };
  for (const link of ['A'.repeat(22), 'x']) expect(await call({ text }, link)).toMatchObject(notFound);
  for (const body of [{}, { text: ' ' }, { text, kind: 'question' }, { text, more: 1 }, { text: 7 }]) {
    expect([body, (await call(body)).status]).toEqual([body, 400]);
  }
  expect((await shop.read(shop.admin)).body).toMatchObject([{ kind: 'problem', text }]);
});

test('refuses messages about a deleted, erased or unpaid order', async () => {
  const { app, admin, token, orderId, write, say, page } = await createDatedShop('approved');
  const call = callAsCustomer({ app, token });
  await admin.delete(`/api/orders/${orderId}`);
  expect((await call({ text })).status).toBe(404);
  expect((await say(admin, { text })).status).toBe(404);
  await write(text);
  const problem = expect.stringContaining('closed');
  expect(page()).toMatchObject({ thread: null, unsent: { text, problem } });
  await admin.put(`/api/orders/${orderId}/restore`);
  app.db.$client.exec('UPDATE orders SET erased_at = 1');
  expect((await call({ text })).status).toBe(404);
  expect((await say(admin, { text })).status).toBe(404);
  app.db.$client.exec("UPDATE orders SET erased_at = NULL, payment_status = 'unpaid'");
  expect((await call({ text })).status).toBe(404);
  expect((await say(admin, { text })).status).toBe(409);
});

test('limits a customer to ten messages an hour', async () => {
  const shop = await createDatedShop('approved', { env: { RATE_LIMITS: 'on' } });
  const { app, admin, write, read, page } = shop;
  const call = callAsCustomer(shop);
  for (let i = 0; i < 10; i++) {
    await write(`Message ${i}`);
    // Sent twice, it counts once; refused, not at all.
    await write(`Message ${i}`);
    await write(' ');
  }
  const refused = await call({ text: 'Message 10' });
  expect([refused.status, refused.headers.has('retry-after')]).toEqual([429, true]);
  await write('Message 10');
  const problem = expect.stringContaining('in an hour');
  expect(page()?.thread?.kept).toMatchObject({ text: 'Message 10', problem });
  expect((await read(admin)).body).toHaveLength(10);
  app.clock.advance(61 * minute);
  await write('Message 10');
  expect((await read(admin)).body).toHaveLength(11);
});

test('shows a refused text with the reason and counts line breaks once', async () => {
  const { admin, write, page, read } = await createDatedShop();
  for (const [words, problem] of [
    [' \n ', 'Enter your message.'],
    ['x'.repeat(2_001), 'Your message can be up to 2000 characters long.'],
  ] as const) {
    expect((await write(words, { kind: 'problem' })).status).toBe(303);
    expect(page()?.thread?.kept).toMatchObject({ text: words, problem, fields: { kind: 'problem' } });
  }
  await write('x\r\n'.repeat(1_000));
  expect(page()?.thread?.kept).toBeNull();
  expect((await read(admin)).body).toMatchObject([{ text: 'x\n'.repeat(1_000).trim() }]);
});

test('accepts forms of pages from older versions', async () => {
  const { app, admin, token, ask, read, post } = await createDatedShop();
  const [asked] = (await ask(admin, 'Which job?')).body;
  app.clock.advance(minute);
  await post(`/api/order-links/${token}/answer`, { question: asked?.id ?? '', answer: 'The first.' });
  app.clock.advance(minute);
  const sent = await post(`/api/order-links/${token}/problem`, { words: text });
  expect(sent.headers.get('location')).toBe(`/order/${token}#messages`);
  const [answer, problem] = [
    { kind: 'answer', text: 'The first.' },
    { kind: 'problem', text },
  ];
  expect((await read(admin)).body.slice(1)).toMatchObject([answer, problem]);
});

test('stores nothing from a body of another content type', async () => {
  const { app, admin, token, read } = await createDatedShop();
  for (const type of ['multipart/form-data', 'multipart/form-data; boundary=x', 'text/plain']) {
    const form = app.visitor({ 'content-type': type });
    expect((await form.post(`/api/order-links/${token}/messages`, '--x')).status).toBe(303);
  }
  expect((await read(admin)).body).toEqual([]);
});
