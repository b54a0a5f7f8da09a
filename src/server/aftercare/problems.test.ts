import { expect, test } from 'vitest';
import { timelineOf } from '../../../tests/kit/builders.ts';
import { createDatedShop } from '../../../tests/kit/dated-shop.ts';

const words = 'The letter breaks off in the middle.';

test('what is wrong reaches the admin at once, and the customer sees by when an answer comes', async () => {
  const { app, orderId, orderNumber, token, send, page, aftercare, alerts } =
    await createDatedShop('approved');
  const sent = await send('problem', { words });
  expect([sent.status, sent.headers.get('location')]).toEqual([303, `/order/${token}#problem`]);
  expect(page()?.problem).toEqual({
    newest: { words, toldOn: 'Monday, June 1', answerBy: 'Wednesday, June 3', isOpen: true },
    kept: null,
  });
  expect((await aftercare()).problems).toMatchObject([
    { words, answerBy: '2037-06-03T14:02:00.000Z', closedAt: null },
  ]);
  expect(await alerts()).toContain('problem_told');
  expect(timelineOf(app, orderId).at(-1)).toBe('problem_told');
  await app.sendMail();
  const [notice, ...others] = app.mailer.sent;
  expect(others).toEqual([]);
  expect(notice?.subject).toBe(`The customer of ${orderNumber} reported a problem`);
  for (const part of [notice?.text, notice?.html]) expect(part).not.toMatch(/breaks off|Maya/);
});

test('the admin marks it as dealt with, once, and the customer can tell once more', async () => {
  const { app, orderId, send, page, aftercare, alerts, admin } = await createDatedShop('approved');
  await send('problem', { words });
  const id = (await aftercare()).problems[0]?.id;
  for (let i = 0; i < 2; i++) expect((await admin.put(`/api/problems/${id}/close`)).status).toBe(200);
  expect(timelineOf(app, orderId).filter((type) => type === 'problem_closed')).toHaveLength(1);
  expect(await alerts()).not.toContain('problem_told');
  expect((await aftercare()).problems).toMatchObject([{ closedBy: 'boss' }]);
  expect(page()?.problem?.newest?.isOpen).toBe(false);
  app.clock.advance(60_000);
  await send('problem', { words: 'It still does.' });
  expect(page()?.problem?.newest).toMatchObject({ words: 'It still does.', isOpen: true });
});

test('a double click tells once; another message while it is open stays on the page with the reason', async () => {
  const { send, page, aftercare } = await createDatedShop('pending');
  await Promise.all([send('problem', { words }), send('problem', { words })]);
  await send('problem', { words: 'And another thing.' });
  expect((await aftercare()).problems).toHaveLength(1);
  expect(page()?.problem?.kept).toMatchObject({
    text: 'And another thing.',
    problem: expect.stringContaining('already'),
  });
});

test('what says nothing, or too much, stands on the page with the reason', async () => {
  const { send, page, aftercare } = await createDatedShop('approved');
  for (const [text, problem] of [
    ['', 'Your message is missing.'],
    ['x'.repeat(2_001), 'at most 2000 characters'],
  ] as const) {
    await send('problem', { words: text });
    expect(page()?.problem?.kept).toMatchObject({ text, problem: expect.stringContaining(problem) });
  }
  expect((await aftercare()).problems).toEqual([]);
});

test('after ten messages about one order its customer has to write a mail', async () => {
  const { app, send, aftercare, admin, page } = await createDatedShop('approved');
  for (let i = 0; i < 10; i++) {
    app.clock.advance(60_000);
    await send('problem', { words: `Message ${i}` });
    await admin.put(`/api/problems/${(await aftercare()).problems.at(-1)?.id}/close`);
  }
  await send('problem', { words: 'Message 10' });
  expect((await aftercare()).problems).toHaveLength(10);
  expect(page()?.problem?.kept?.problem).toContain('more messages');
});

test('a message whose order was deleted needs no answer', async () => {
  const { orderId, send, alerts, admin } = await createDatedShop('approved');
  await send('problem', { words });
  await admin.delete(`/api/orders/${orderId}`);
  expect(await alerts()).not.toContain('problem_told');
});
