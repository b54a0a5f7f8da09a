import { expect, test } from 'vitest';
import { addSignedIn } from '../../../../tests/kit/builders.ts';
import { createTestApp } from '../../../../tests/kit/test-app.ts';
import type { ErrorBody } from '../../../shared/error-body.ts';
import { limits } from '../../../shared/limits.ts';

const app = createTestApp();

async function send(body: BodyInit, contentType: string | null = 'application/json', path = '/api/login') {
  const response = await app.app.request(path, {
    method: 'POST',
    headers: {
      origin: app.config.publicUrl,
      ...(contentType === null ? {} : { 'content-type': contentType }),
    },
    body,
    ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
  });
  return { status: response.status, ...((await response.json()) as ErrorBody) };
}

const notJson = 'The data is not valid JSON. Please check it and send it again.';
const notAnObject = 'Send the data as a JSON object.';
test.each([
  ['{', notJson],
  ['{"a":1}{"b":2}', notJson],
  ['\ufeff{}x', notJson],
  ['username=maya&password=x', notJson],
  ['[]', notAnObject],
  ['null', notAnObject],
  ['{}', 'The username is missing.'],
  ['', 'The username is missing.'],
])('refuses the body %j and says why', async (body, message) => {
  expect(await send(body)).toMatchObject({ status: 400, error: { code: 'invalid_request', message } });
});

test.each([
  ...[null, 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'],
  ...['application/jsonp', 'x'],
])('refuses JSON with the content type %s', async (type) => {
  const answer = await send(new TextEncoder().encode('{"username":"maya","password":"x"}'), type);
  expect(answer.status).toBe(400);
  expect(answer.error.message).toContain('Content-Type: application/json');
});

test.each(['application/json; charset=utf-8', 'Application/JSON', 'application/problem+json'])(
  'reads JSON with the content type %s',
  async (type) => {
    expect((await send('{"username":"maya","password":"x"}', type)).status).toBe(401);
  },
);

test.each<[string, BodyInit]>([
  ['invalid UTF-8', new Uint8Array([0x7b, 0xff, 0xfe, 0xc3, 0x7d])],
  ['arrays', '['.repeat(30_000) + ']'.repeat(30_000)],
  ['objects', `${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}`],
  ['many fields', `{${Array.from({ length: 5_000 }, (_, i) => `"f${i}":1`).join(',')}}`],
])('answers 400 to deep nesting or broken text: %s', async (_what, body) => {
  expect(await send(body)).toMatchObject({ status: 400, error: { code: 'invalid_request' } });
});

test('reads a body at the limit and refuses one byte more', async () => {
  const frame = '{"username":"","password":"x"}'.length;
  const ofSize = (bytes: number) => `{"username":"${'x'.repeat(bytes - frame)}","password":"x"}`;
  expect((await send(ofSize(limits.bodyBytes))).status).toBe(400);
  const error = { code: 'payload_too_large', message: 'That’s too much text. Please shorten it.' };
  expect(await send(ofSize(limits.bodyBytes + 1))).toEqual({ status: 413, error });
});

test('cuts off a body without a length at the limit', async () => {
  let sent = 0;
  const endless = new ReadableStream({
    pull(controller) {
      sent += 16_384;
      controller.enqueue(new Uint8Array(16_384).fill(0x20));
    },
  });
  expect((await send(endless)).status).toBe(413);
  expect(sent).toBeLessThan(4 * limits.bodyBytes);
});

test('refuses data on a call that expects no data', async () => {
  const logOut = async (body: string, type: string | null) => (await send(body, type, '/api/logout')).status;
  expect(await logOut('{"everywhere":true}', 'application/json')).toBe(400);
  expect(await logOut('{}', 'application/json')).toBe(200);
  expect(await logOut('', null)).toBe(200);
});

test('answers 400 to a NUL in any list parameter', async () => {
  const app = createTestApp();
  const admin = await addSignedIn(app, 'boss', 'admin');
  const calls = ['audit?search=', 'audit.csv?search=', 'orders?q=', 'orders?cursor=', 'readings?cursor='];
  for (const call of calls) {
    const { status, body } = await admin.get<ErrorBody>(`/api/${call}a%00bcdef`);
    expect([call, status, body.error.code]).toEqual([call, 400, 'invalid_request']);
  }
});
