import { expect, test } from 'vitest';
import { createDatedShop } from '../../../../tests/kit/dated-shop.ts';

const question = 'Do you mean the job in Lisbon, or the one you have?';

async function askedShop(env: Record<string, string> = {}) {
  const shop = await createDatedShop('pending', { env });
  const [asked] = (await shop.ask(shop.rita, question)).body;
  const id = asked?.id ?? '';
  return { ...shop, id, send: (answer: string) => shop.answer({ question: id, answer }) };
}

test('the page has the question until it is answered, then both, and says the new day', async () => {
  const { token, page, send } = await askedShop();
  expect(page()).toMatchObject({
    state: 'waiting',
    dueDay: null,
    waitsSince: 'Monday, June 1',
    questions: [{ question, askedOn: 'Monday, June 1', answer: null, isOpen: true, kept: null }],
  });
  const sent = await send('The job in Lisbon.');
  expect([sent.status, sent.headers.get('location')]).toEqual([303, `/order/${token}#question`]);
  expect(page()).toMatchObject({
    state: 'in_preparation',
    dueDay: 'Thursday, June 4',
    waitsSince: null,
    questions: [{ question, answer: 'The job in Lisbon.', isOpen: false, kept: null }],
  });
});

test('an answer to an order that was deleted since is kept, and the customer sees that it arrived', async () => {
  const { admin, orderId, rita, read, page, send, dueAt } = await askedShop();
  await admin.delete(`/api/orders/${orderId}`);
  expect(page()).toMatchObject({ state: 'removed', questions: [] });
  await send(' ');
  expect(page()).toMatchObject({ state: 'waiting', questions: [{ isOpen: true, kept: { text: ' ' } }] });
  await send('The job in Lisbon.');
  expect(page()).toMatchObject({
    state: 'answered',
    dueDay: null,
    reading: null,
    questions: [{ question, answer: 'The job in Lisbon.', isOpen: false, kept: null }],
  });
  await admin.put(`/api/orders/${orderId}/restore`);
  expect((await read(rita)).body).toMatchObject([{ answer: 'The job in Lisbon.' }]);
  expect(page()?.state).toBe('in_preparation');
  expect(dueAt()).not.toBeNull();
});

test('what was answered before an order was deleted, or taken back, is not on its page', async () => {
  const answered = await askedShop();
  await answered.send('Lisbon.');
  answered.app.clock.advance(60_000);
  await answered.admin.delete(`/api/orders/${answered.orderId}`);
  expect(answered.page()).toMatchObject({ state: 'removed', questions: [] });
  const { rita, close, id, page } = await askedShop();
  await close(rita, id);
  expect(page()).toMatchObject({ state: 'in_preparation', questions: [] });
});

test('a double click answers once, and tells once', async () => {
  const { app, send, page } = await askedShop();
  await app.sendMail();
  app.mailer.sent.length = 0;
  const answers = await Promise.all([send('Lisbon.'), send('Lisbon.'), send('Lisbon.')]);
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
  await app.sendMail();
  expect(app.mailer.sent).toHaveLength(2);
  expect(page()?.questions).toMatchObject([{ answer: 'Lisbon.', kept: null }]);
});

test('what is no answer stands on the page with the reason; a line end, of which a browser makes two, counts once', async () => {
  const { send, page } = await askedShop();
  for (const [text, problem] of [
    [' \n ', 'Your answer is missing.'],
    ['x'.repeat(2_001), 'Your answer may be at most 2000 characters long.'],
  ] as const) {
    expect((await send(text)).status).toBe(303);
    expect(page()?.questions).toMatchObject([{ answer: null, isOpen: true, kept: { text, problem } }]);
  }
  await send('x\r\n'.repeat(1_000));
  const answer = 'x\n'.repeat(1_000).trim();
  expect(page()?.questions).toMatchObject([{ answer, isOpen: false, kept: null }]);
});

test('what comes once the question is closed is not lost, and the first answer stays', async () => {
  const { admin, ask, close, send, page, answer } = await askedShop();
  await send('Lisbon.');
  await send('No, the other one.');
  expect(page()?.questions).toMatchObject([
    { answer: 'Lisbon.', kept: { text: 'No, the other one.', problem: expect.stringContaining('already') } },
  ]);
  const [, second] = (await ask(admin, 'And which deck?')).body;
  await close(admin, second?.id);
  await answer({ question: second?.id ?? '', answer: 'Marseille.' });
  expect(page()?.questions.at(-1)).toMatchObject({
    question: 'And which deck?',
    answer: null,
    isOpen: false,
    kept: { text: 'Marseille.', problem: expect.stringContaining('gone ahead without') },
  });
});

test('only the link of the order opens its question, and a body of another kind is no answer', async () => {
  const { app, id, token, answer, page } = await askedShop();
  const other = await createDatedShop();
  const form = new URLSearchParams({ question: id, answer: 'Lisbon.' }).toString();
  const post = (link: string, type: string, body: string) =>
    app.visitor({ 'content-type': type }).post(`/api/order-links/${link}/answer`, body);
  for (const link of [other.token, 'AAAAAAAAAAAAAAAAAAAAAA', 'x']) {
    await post(link, 'application/x-www-form-urlencoded', form);
  }
  await answer({ question: 'another', answer: 'Lisbon.' });
  for (const type of ['multipart/form-data', 'multipart/form-data; boundary=x', 'application/json']) {
    expect([type, (await post(token, type, '--x')).status]).toEqual([type, 303]);
  }
  expect(page()?.questions).toMatchObject([{ answer: null, isOpen: true, kept: null }]);
});

test('too many answers from one connection are not taken for a while, and what was typed is kept', async () => {
  const { send, page } = await askedShop({ RATE_LIMITS: 'on' });
  for (let i = 0; i < 30; i++) await send(' ');
  await send('Lisbon.');
  expect(page()?.questions).toMatchObject([
    { answer: null, kept: { text: 'Lisbon.', problem: expect.stringContaining('Too many answers') } },
  ]);
});
