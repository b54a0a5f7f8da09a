import { expect, onTestFinished, test, vi } from 'vitest';
import { ApiError, call, errorMessage, retryOnce, timeLimit } from './answers.ts';
import { callPage, createApi, fetchAllPages } from './api.ts';

/** A client whose server answers as the test wants. */
function clientOf(answer: (init: RequestInit | undefined) => Promise<Response>, limit?: () => number) {
  return createApi((_address, init) => answer(init), limit);
}

async function failureOf(request: Promise<unknown>): Promise<ApiError> {
  const error = await request.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error('the call did not fail as it should');
  return error;
}

/** Never answers; like fetch, it ends when it is told to. */
function silence(init: RequestInit | undefined): Promise<never> {
  return new Promise((_, reject) => {
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
  });
}

/** Begins to answer, and ends when it is told to. */
async function half(init: RequestInit | undefined): Promise<Response> {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"price":'));
      init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason));
    },
  });
  return new Response(body, { status: 200 });
}

const tooLong = 'The server took too long to respond. Please try again.';
const notReached = 'We couldn’t reach the server. Please check your connection and try again.';
const lost = () => Promise.reject(new TypeError('Failed to fetch'));
test.each([
  ['that never answers', silence, 'timeout', tooLong],
  ['that stops halfway through its answer', half, 'timeout', tooLong],
  ['that cannot be reached', lost, 'unreachable', notReached],
])('reports a server %s in a plain sentence', async (_what, answer, code, serverMessage) => {
  const api = clientOf(answer, () => 20);
  expect(await failureOf(call(api.settings.$get()))).toMatchObject({ status: 0, code, serverMessage });
});

test.each([
  ['/api/settings', 15_000],
  ['/api/orders/o1/clear-payment', 15_000],
  ['/api/create-simple-payment-intent', 40_000],
  ['/api/confirm-payment', 40_000],
  ['/api/orders/o1/payment', 40_000],
  ['/api/orders/o1/refund', 40_000],
  ['/api/orders/o1/accept-payment', 40_000],
  ['/api/test-email', 40_000],
  ['/api/account', 40_000],
  ['/api/staff/r1', 40_000],
])('allows %s up to %d ms, longer for Stripe and mail servers', (path, limit) => {
  expect(timeLimit(path)).toBe(limit);
});

test.each([
  ['30', 30],
  [null, null],
  ['soon', null],
  ['Wed, 25 Nov 2026 12:01:30 GMT', 90],
])('reads Retry-After %s as %s seconds', async (header, seconds) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-25T12:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const body = JSON.stringify({ error: { code: 'too_many_requests', message: 'Please wait.' } });
  const headers = new Headers(header === null ? {} : { 'Retry-After': header });
  const api = clientOf(async () => new Response(body, { status: 429, headers }));
  const error = await failureOf(call(api.settings.$get()));
  expect([error.message, error.retryAfterSeconds]).toEqual([`429: ${body}`, seconds]);
});

test.each([
  ['asks again once after no answer', 0, 2],
  ['does not ask again after a refusal', 409, 1],
])('%s', async (_, status, times) => {
  const failure = new ApiError(status, '', '');
  const ask = vi.fn(() => Promise.reject(failure));
  expect(await failureOf(retryOnce(ask, 1))).toBe(failure);
  expect(ask).toHaveBeenCalledTimes(times);
});

test.each([
  [{ 'X-Total-Count': '0' }, { next: null, total: 0 }],
  [
    { 'X-Total-Count': '213', Link: '</api/list?q=an%26a&cursor=W10%3D&limit=2>; rel="next"' },
    { next: 'W10=', total: 213 },
  ],
  [{ Link: '</api/list?cursor=x>; rel="next"' }, { next: 'x', total: null }],
])('reads the rest of a list from the headers %j', async (headers, expected) => {
  const answer = Promise.resolve(new Response('[1,2]', { headers: headers as HeadersInit }) as never);
  expect(await callPage(answer)).toEqual({ rows: [1, 2], ...expected });
});

test('reads a paged list to its end, or as far as wanted', async () => {
  const parts = [[1, 2], [3, 4], [5]];
  const ask = vi.fn(async ({ cursor = '0' }: { cursor?: string }) => {
    const next = Number(cursor) + 1;
    const headers = new Headers(parts[next] ? { Link: `</api/list?cursor=${next}>; rel="next"` } : {});
    return new Response(JSON.stringify(parts[Number(cursor)]), { headers }) as never;
  });
  expect(await fetchAllPages<number>(ask)).toEqual([1, 2, 3, 4, 5]);
  expect(ask.mock.calls).toEqual([[{}], [{ cursor: '1' }], [{ cursor: '2' }]]);
  expect(await fetchAllPages<number>(ask, (rows) => !rows.includes(4))).toEqual([1, 2, 3, 4]);
});

const stopped = 'The service isn’t responding right now. Please try again in a minute.';
test.each([
  [502, '<h1>502 Bad Gateway</h1>', stopped],
  [504, '', stopped],
  [503, '{"error":{"code":"unavailable","message":"The disk is full."}}', 'The disk is full.'],
  [500, '', 'Failed to add the note'],
])('reports status %d with the text %j, but no proxy’s page', (status, text, said) => {
  expect(errorMessage(new ApiError(status, text, ''), 'Failed to add the note')).toBe(said);
});
