import { expect, test, vi } from 'vitest';
import { ApiError, call, createApi, everyPage, messageOf, repeated, timeLimit } from './api.ts';

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

test.each([
  ['that does not answer', silence, 'timeout', 'The server took too long to respond. Please try again.'],
  ['that stops in its answer', half, 'timeout', 'The server took too long to respond. Please try again.'],
  [
    'to which there is no connection',
    () => Promise.reject(new TypeError('Failed to fetch')),
    'unreachable',
    'We couldn’t reach the server. Please check your connection and try again.',
  ],
])('a server %s is given up, in a plain sentence', async (_what, answer, code, serverMessage) => {
  const api = clientOf(answer, () => 20);
  expect(await failureOf(call(api.settings.$get()))).toMatchObject({ status: 0, code, serverMessage });
});

test('what asks the payment provider or a mail server may take longer', () => {
  expect(timeLimit('/api/settings')).toBe(15_000);
  expect(timeLimit('/api/orders/o1/clear-payment')).toBe(15_000);
  for (const path of [
    '/api/create-simple-payment-intent',
    '/api/confirm-payment',
    '/api/orders/o1/payment',
    '/api/orders/o1/refund',
    '/api/orders/o1/accept-payment',
    '/api/test-email',
  ]) {
    expect(timeLimit(path), path).toBe(40_000);
  }
});

test.each([
  ['30', 30],
  [null, null],
  ['soon', null],
  [new Date(Date.now() + 90_000).toUTCString(), 90],
])('a refusal with Retry-After %s is to be repeated after %s seconds', async (header, seconds) => {
  const body = JSON.stringify({ error: { code: 'too_many_requests', message: 'Please wait.' } });
  const headers = header === null ? undefined : { 'Retry-After': header };
  const api = clientOf(async () => new Response(body, { status: 429, ...(headers && { headers }) }));
  const error = await failureOf(call(api.settings.$get()));
  expect(error.message).toBe(`429: ${body}`);
  if (seconds === null) expect(error.retryAfterSeconds).toBeNull();
  else expect(Math.abs((error.retryAfterSeconds ?? 0) - seconds)).toBeLessThanOrEqual(1);
});

test('what was not answered is asked once more, what was refused is not', async () => {
  const ask = vi.fn(async () => 'answer').mockRejectedValueOnce(new ApiError(0, '', ''));
  expect(await repeated(ask, 1)).toBe('answer');
  expect(ask).toHaveBeenCalledTimes(2);

  const refusal = new ApiError(409, '', 'Conflict');
  const refused = vi.fn(() => Promise.reject(refusal));
  expect(await failureOf(repeated(refused, 1))).toBe(refusal);
  expect(refused).toHaveBeenCalledTimes(1);
});

test('a list that is answered in parts is read to its end, or as far as it is wanted', async () => {
  const parts = [[1, 2], [3, 4], [5]];
  const list = async (isWanted?: (rows: number[]) => boolean) => {
    const asked: (string | undefined)[] = [];
    const rows = await everyPage<number>(async ({ cursor }) => {
      asked.push(cursor);
      const index = Number(cursor ?? 0);
      const headers = new Headers();
      if (parts[index + 1]) headers.set('Link', `</api/list?cursor=${index + 1}>; rel="next"`);
      return new Response(JSON.stringify(parts[index]), { headers }) as never;
    }, isWanted);
    return { rows, asked };
  };
  expect(await list()).toMatchObject({ rows: [1, 2, 3, 4, 5], asked: [undefined, '1', '2'] });
  expect((await list((rows) => !rows.includes(4))).rows).toEqual([1, 2, 3, 4]);
});

const stopped = 'The service isn’t responding right now. Please try again in a minute.';
test.each([
  [502, '<h1>502 Bad Gateway</h1>', stopped],
  [504, '', stopped],
  [503, '{"error":{"code":"unavailable","message":"The disk is full."}}', 'The disk is full.'],
  [500, '', 'Failed to add the note'],
])('an answer %d with the words %j is told without those of a proxy', (status, text, said) => {
  expect(messageOf(new ApiError(status, text, ''), 'Failed to add the note')).toBe(said);
});
