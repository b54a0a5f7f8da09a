import { expect, test } from 'vitest';
import { createDatedShop } from '../../../../tests/kit/dated-shop.ts';
import type { ReaderOrder } from '../../../shared/orders/order-schema.ts';

const text = 'The letter breaks off in the middle.';
const minute = 60_000;

test('closes only the messages the author of a reply had seen', async () => {
  const { app, rita, write, say, read, alerts } = await createDatedShop('approved');
  await write(text);
  app.clock.advance(minute);
  const seen = (await read(rita)).body.at(-1)?.id ?? '';
  await write('And my name is wrong.');
  app.clock.advance(minute);
  const [first, second] = (await say(rita, { text: 'Here is the rest.', seen })).body;
  expect(first).not.toHaveProperty('open');
  expect(second).toMatchObject({ text: 'And my name is wrong.', open: { canBeClosed: true } });
  expect(await alerts()).toContain('message_unanswered');
  const unknown = await say(rita, { text: 'Your name is mended.', seen: 'no-such-message' });
  expect(unknown).toMatchObject({ status: 404, body: { error: { code: 'message_not_found' } } });
});

test('marks a waiting message in the reader’s list until its reply', async () => {
  const { app, rita, orderNumber, write, say } = await createDatedShop();
  const marks = async () => {
    const { body } = await rita.get<ReaderOrder[]>('/api/reader/orders');
    const one = await rita.get<ReaderOrder>(`/api/reader/orders/${orderNumber}`);
    return [body[0]?.awaitsReply, one.body.awaitsReply];
  };
  expect(await marks()).toEqual([undefined, undefined]);
  await write(text);
  expect(await marks()).toEqual([true, true]);
  app.clock.advance(minute);
  await say(rita, { text: 'Here is the rest.' });
  expect(await marks()).toEqual([undefined, undefined]);
});

test('notifies the reader of a message after an admin added an email', async () => {
  const { app, admin, rita, write, say } = await createDatedShop();
  await say(admin, { text: 'They wrote this by email.', from: 'customer' });
  app.clock.advance(minute);
  await app.sendMail();
  app.mailer.sent.length = 0;
  app.clock.advance(minute);
  await write(text);
  await app.sendMail();
  expect(app.mailer.sent.map(({ to }) => to.name).sort()).toEqual(['boss', rita.person.username]);
});

test('stores a message’s text again when sent as a problem', async () => {
  const { admin, write, read } = await createDatedShop('approved');
  await write(text);
  for (let i = 0; i < 2; i++) await write(text, { kind: 'problem' });
  expect((await read(admin)).body.map(({ kind }) => kind)).toEqual(['message', 'problem']);
});

test('stores the same text again after it was marked as done', async () => {
  const { app, admin, write, read, close } = await createDatedShop('approved');
  await write(text);
  app.clock.advance(minute);
  await close(admin, (await read(admin)).body[0]?.id);
  await write(text);
  expect((await read(admin)).body).toMatchObject([{ closedAt: expect.any(String) }, { open: {} }]);
});

test('resends a message while another one is being sent', async () => {
  const { app, admin, rita, say, orderId, mailToCustomer } = await createDatedShop();
  await say(rita, { text: 'The first.' });
  expect(await mailToCustomer()).toHaveLength(1);
  app.clock.advance(minute);
  await say(rita, { text: 'The second.' });
  const mails = (await admin.get<{ id: number; kind: string }[]>(`/api/orders/${orderId}/mails`)).body;
  const [first, second] = mails.filter(({ kind }) => kind === 'customer_message');
  expect((await admin.post(`/api/mails/${first?.id}/resend`, {})).status).toBe(200);
  expect((await admin.post(`/api/mails/${second?.id}/resend`, {})).status).toBe(409);
  const texts = JSON.stringify((await mailToCustomer()).map((mail) => mail.text));
  for (const words of ['The first.', 'The second.']) expect(texts).toContain(words);
});
