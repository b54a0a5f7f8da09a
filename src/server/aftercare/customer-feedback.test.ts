import { expect, test } from 'vitest';
import { linesOf, linkTo, orderIn, saidBy, timelineOf } from '../../../tests/kit/builders.ts';
import { createDatedShop, setTime } from '../../../tests/kit/dated-shop.ts';
import { askForFeedback, readQuotes } from './customer-feedback.ts';

const praise = { helped: 'yes', words: 'It gave me courage.', stars: '4', publish: 'yes', name: 'initials' };

async function publishedShop(fields: Record<string, string> = praise) {
  const shop = await createDatedShop('approved');
  await shop.send('feedback', fields);
  const read = async () => (await shop.aftercare()).feedback?.givenAt;
  /** @param seen when the words that were read were given; by default the current words' time */
  const publish = async (isPublished: boolean, seen?: string) => {
    const givenAt = seen ?? (await read());
    const path = `/api/orders/${shop.orderId}/feedback/published`;
    return shop.admin.put(path, { isPublished, givenAt });
  };
  return { ...shop, read, publish, quotes: () => readQuotes(shop.app.context) };
}

test('takes feedback after delivery and shows it to customer and desk', async () => {
  const { app, orderId, token, page, send, aftercare } = await createDatedShop('approved');
  const names = { first_name: 'Maya', initials: 'M. L.' };
  expect(page()?.feedback).toEqual({ isAsked: true, given: null, names, kept: null });
  const sent = await send('feedback', praise);
  expect([sent.status, sent.headers.get('location')]).toEqual([303, `/order/${token}#feedback`]);
  const given = { helped: 'yes', words: 'It gave me courage.', stars: 4 };
  const may = { mayPublish: true, shownName: 'initials', isPublished: false };
  expect(page()?.feedback.given).toEqual({ ...given, ...may });
  expect((await aftercare()).feedback).toMatchObject({ ...given, name: 'M. L.', canBePublished: true });
  await send('feedback', praise);
  expect(linesOf(app, orderId, 'feedback_given')).toHaveLength(1);
});

test('neither asks for nor accepts feedback before delivery', async () => {
  const { app, page, send, aftercare } = await createDatedShop('pending');
  for (const status of ['pending', 'reading_uploaded', 'rejected']) {
    app.db.$client.prepare('UPDATE orders SET status = ?').run(status);
    expect(page()?.feedback.isAsked).toBe(false);
    await send('feedback', praise);
    expect((await aftercare()).feedback).toBeNull();
    expect(page()?.feedback.kept?.problem).toContain('can’t accept feedback on this order');
  }
});

test.each([
  ['refunded', "payment_status = 'refunded'"],
  ['disputed', "payment_status = 'disputed', dispute = 'open'"],
  ['asked about by a bank', "dispute = 'inquiry'"],
  ['on hold', "hold = 'review'"],
])('requests no feedback and removes the quote while an order is %s', async (_what, changes) => {
  const { app, page, publish, quotes, mailToCustomer } = await publishedShop();
  await publish(true);
  expect(quotes()).toHaveLength(1);
  app.db.$client.prepare(`UPDATE orders SET ${changes}`).run();
  expect(quotes()).toEqual([]);
  expect(page()?.feedback.isAsked).toBe(false);
  app.db.$client.prepare('DELETE FROM feedback').run();
  setTime(app, '2037-06-10T14:00Z');
  expect(await mailToCustomer()).toEqual([]);
});

test('shows a quote only while customer and admin both allow it', async () => {
  const { app, orderId, publish, quotes, send } = await publishedShop();
  expect(quotes()).toEqual([]);
  expect((await publish(true)).status).toBe(200);
  const told = { words: 'It gave me courage.', name: 'M. L.', stars: 4, month: '2037-06' };
  expect(quotes()).toEqual([{ ...told, offer: 'Personal written reading' }]);
  await publish(false);
  expect(quotes()).toEqual([]);
  await publish(true);
  await send('feedback', { action: 'take_back' });
  expect(quotes()).toEqual([]);
  expect(saidBy(await publish(true))).toMatch(/^409 .*not given permission/);
  expect(timelineOf(app, orderId).slice(-4)).toEqual([
    'feedback_published',
    'feedback_taken_off',
    'feedback_published',
    'feedback_permission_ended',
  ]);
});

test('refuses to publish feedback that changed after the admin read it', async () => {
  const { app, read, publish, quotes, send } = await publishedShop();
  const seen = await read();
  app.clock.advance(1000);
  await send('feedback', { ...praise, words: 'Buy at https://elsewhere.example' });
  expect(saidBy(await publish(true, seen))).toMatch(/^409 .*changed their feedback/);
  expect(quotes()).toEqual([]);
  expect((await publish(true)).status).toBe(200);
  expect(quotes()).toHaveLength(1);
  // They can be taken off whatever was read.
  expect((await publish(false, seen)).status).toBe(200);
  expect(quotes()).toEqual([]);
});

test.each([{ words: 'It helped.' }, { name: 'first_name' }, { stars: '1' }])(
  'unpublishes feedback that the customer changes to %j',
  async (changes: Partial<typeof praise>) => {
    const { publish, quotes, send } = await publishedShop();
    await publish(true);
    await send('feedback', { ...praise, ...changes });
    expect(quotes()).toEqual([]);
  },
);

test('lets a customer revoke permission even after refund and deletion', async () => {
  const { app, orderId, publish, quotes, admin, send, aftercare, page } = await publishedShop();
  await publish(true);
  await admin.delete(`/api/orders/${orderId}`);
  await send('feedback', { ...praise, words: 'Something else.' });
  app.db.$client.prepare("UPDATE orders SET payment_status = 'refunded'").run();
  await send('feedback', { action: 'take_back' });
  await admin.put(`/api/orders/${orderId}/restore`);
  expect(quotes()).toEqual([]);
  expect((await aftercare()).feedback).toMatchObject({ words: praise.words, mayPublish: false });
  expect(page()?.feedback.kept).toBeNull();
  expect(saidBy(await publish(true))).toContain('not given permission');
});

test.each<[Record<string, string>, string]>([
  [{ words: 'Good.' }, 'Please tell us whether'],
  [{ helped: 'very' }, 'Please tell us whether'],
  [{ helped: 'yes', stars: '6' }, 'Please choose 1 to 5 stars'],
  [{ helped: 'yes', words: 'x'.repeat(1_001) }, 'up to 1000 characters'],
])('keeps a refused answer on the page with the reason (%#)', async (fields, problem) => {
  const { send, page, aftercare } = await createDatedShop('approved');
  await send('feedback', { publish: 'yes', name: 'initials', ...fields });
  expect((await aftercare()).feedback).toBeNull();
  const kept = { text: fields.words ?? '', problem: expect.stringContaining(problem) };
  expect(page()?.feedback).toMatchObject({ kept: { ...kept, fields: { publish: 'yes', name: 'initials' } } });
  await send('feedback', praise);
  expect(page()?.feedback.kept).toBeNull();
});

test('counts a line break as one character', async () => {
  const { page } = await publishedShop({ ...praise, words: 'x\r\n'.repeat(500) });
  expect(page()?.feedback.given?.words).toBe('x\n'.repeat(500).trim());
});

test('accepts feedback only by the order’s link, and limits attempts', async () => {
  const { post, token, page } = await createDatedShop('approved', { env: { RATE_LIMITS: 'on' } });
  await post('/api/order-links/AAAAAAAAAAAAAAAAAAAAAA/feedback', praise);
  expect(page()?.feedback).toMatchObject({ given: null, kept: null });
  for (let i = 0; i < 30; i++) await post(`/api/order-links/${token}/feedback`, { helped: '' });
  await post(`/api/order-links/${token}/feedback`, praise);
  const kept = { problem: expect.stringContaining('Too many') };
  expect(page()?.feedback).toMatchObject({ given: null, kept });
});

test('accepts stars without words and keeps them off the site', async () => {
  const { page, quotes, publish } = await publishedShop({ ...praise, words: ' \r\n ' });
  expect(page()?.feedback.given).toMatchObject({ stars: 4, words: null, mayPublish: false });
  expect((await publish(true)).status).toBe(409);
  expect(quotes()).toEqual([]);
});

test('shows the quotes of all orders, the last published first', async () => {
  const { app, rita, admin, post } = await createDatedShop('approved');
  let lastId = '';
  for (let i = 0; i < 8; i++) {
    const { orderId } = await orderIn(app, 'approved', rita.person);
    app.clock.advance(120_000);
    await post(`/api/order-links/${linkTo(app, orderId)}/feedback`, { ...praise, words: `Words ${i}` });
    const givenAt = new Date(app.clock.now()).toISOString();
    await admin.put(`/api/orders/${orderId}/feedback/published`, { isPublished: true, givenAt });
    lastId = orderId;
  }
  await admin.delete(`/api/orders/${lastId}`);
  const shown = readQuotes(app.context).map(({ words }) => words);
  expect(shown).toEqual([6, 5, 4, 3, 2, 1, 0].map((i) => `Words ${i}`));
});

test('mails a feedback request once, a week after delivery', async () => {
  const { app, mailToCustomer } = await createDatedShop('approved');
  setTime(app, '2037-06-08T14:00Z');
  expect(await mailToCustomer()).toEqual([]);
  setTime(app, '2037-06-08T15:00Z');
  const text = expect.stringMatching(/\/order\/[\w-]{22}\n/);
  expect(await mailToCustomer()).toMatchObject([{ subject: 'Did your reading help?', text }]);
  setTime(app, '2037-06-09T15:00Z');
  expect(await mailToCustomer()).toEqual([]);
  const late = await createDatedShop('approved');
  setTime(late.app, '2037-06-16T15:00Z');
  expect(await late.mailToCustomer()).toEqual([]);
});

test('requests feedback after the set days, and never at zero', async () => {
  const { app, change, mailToCustomer } = await createDatedShop('approved', {
    settings: { feedbackMailDays: 0 },
  });
  setTime(app, '2037-06-09T15:00Z');
  expect(await mailToCustomer()).toEqual([]);
  await change({ feedbackMailDays: 3 });
  expect(await mailToCustomer()).toHaveLength(1);
});

test('skips the feedback mail after an answer or a refund', async () => {
  const said = await createDatedShop('approved');
  await said.send('feedback', praise);
  setTime(said.app, '2037-06-09T15:00Z');
  expect(await said.mailToCustomer()).toEqual([]);
  const { app, mailToCustomer } = await createDatedShop('approved');
  setTime(app, '2037-06-09T15:00Z');
  await askForFeedback(app.context);
  app.db.$client.prepare("UPDATE orders SET payment_status = 'refunded'").run();
  expect(await mailToCustomer()).toEqual([]);
});
