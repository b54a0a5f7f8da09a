import { expect, test } from 'vitest';
import { addSignedIn } from '../../../../tests/kit/builders.ts';
import { createTestApp } from '../../../../tests/kit/test-app.ts';
import type { ErrorBody } from '../../../shared/error-body.ts';

const ours = /^[0-9a-f]{12}$/;

/** An app with what it logs. */
function createLogged(env: Record<string, string> = {}) {
  const lines: Record<string, unknown>[] = [];
  const app = createTestApp({
    env: { LOG_LEVEL: 'info', ...env },
    logTo: { write: (line) => void lines.push(JSON.parse(line)) },
  });
  return { app, lines };
}

test('sends a request number and the service’s time with every answer', async () => {
  const app = createTestApp();
  for (const path of ['/healthz', '/api/nowhere', '/api/orders']) {
    const [one, other] = [await app.visitor().get(path), await app.visitor().get(path)];
    for (const { headers } of [one, other]) expect(headers.get('x-request-id')).toMatch(ours);
    expect(one.headers.get('x-request-id')).not.toBe(other.headers.get('x-request-id'));
    expect(one.headers.get('date')).toBe(new Date(app.clock.now()).toUTCString());
  }
});

test.each([
  ['0', 'from-the-proxy-1', ours],
  ['1', 'from-the-proxy-1', /^from-the-proxy-1$/],
  ['1', 'short', ours],
  ['1', 'x'.repeat(65), ours],
  ['1', 'with a blank', ours],
  ['1', 'with"quotes', ours],
])('with %s trusted proxies turns the request number %j into %s', async (hops, given, expected) => {
  const visitor = createTestApp({ env: { TRUSTED_PROXY_HOPS: hops } }).visitor({ 'x-request-id': given });
  expect((await visitor.get('/healthz')).headers.get('x-request-id')).toMatch(expected);
});

test('shows the logged request number with a server error', async () => {
  const { app, lines } = createLogged();
  const admin = await addSignedIn(app, 'boss', 'admin');
  app.db.$client.exec('DROP TABLE snippets');
  const { status, body, headers } = await admin.get<ErrorBody>('/api/snippets');
  const number = headers.get('x-request-id');
  expect(status).toBe(500);
  expect(body.error.message).toBe(
    `Something went wrong on our end. Nothing was lost. Please try again in a moment. If it happens again, please tell us this number: ${number}.`,
  );
  expect(lines).toMatchObject([{ request: number, msg: 'a request failed unexpectedly' }]);
});

test('logs order events with order and request number, without names', async () => {
  const { app, lines } = createLogged();
  const admin = await addSignedIn(app, 'boss', 'admin');
  const { orderId, orderNumber } = await app.buy();
  const rita = await addSignedIn(app, 'rita', 'reader');
  const { headers } = await admin.put(`/api/orders/${orderId}/assignee`, { readerId: rita.person.id });
  const events = lines.filter((line) => line.orderNumber === orderNumber);
  expect(events.map(({ event }) => event)).toEqual(
    expect.arrayContaining(['order_placed', 'payment_succeeded', 'assigned']),
  );
  expect(events.at(-1)).toMatchObject({
    event: 'assigned',
    orderId,
    request: headers.get('x-request-id'),
  });
  expect(JSON.stringify(lines)).not.toMatch(/rita|boss|@/);
});
