import { onTestFinished, vi } from 'vitest';
import { ApiError, unreachable } from '../../client/api.ts';
import type { OrderAftercare } from '../../shared/aftercare/order-aftercare.ts';

type Answer = (body: unknown) => unknown;

const nothingSaid: OrderAftercare = { feedback: null, problems: [], withdrawals: [], consent: null };
const emptyParts: [RegExp, unknown][] = [
  [/^GET \/api\/orders\/\w+\/questions$/, []],
  [/^GET \/api\/orders\/\w+\/aftercare$/, nothingSaid],
];

/** Answers calls by method and path, as `PUT /api/account`, until the test is over; others find no server. Returns what was sent. */
export function answerCalls(answers: Record<string, Answer>): Record<string, unknown[]> {
  const sent: Record<string, unknown[]> = {};
  const { fetch } = window;
  const spy = vi.spyOn(window, 'fetch').mockImplementation(async (address, init) => {
    const { pathname } = new URL(String(address), location.href);
    if (!pathname.startsWith('/api/')) return fetch(address, init);
    const name = `${init?.method ?? 'GET'} ${pathname}`;
    const body = bodyOf(init?.body);
    sent[name] = [...(sent[name] ?? []), body];
    const answer = answers[name];
    const [, part] = emptyParts.find(([call]) => call.test(name)) ?? [];
    if (!answer && part) return Response.json(part);
    if (!answer) throw unreachable();
    try {
      return Response.json((await answer(body)) ?? null);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { status, code, serverMessage: message } = error;
      return Response.json({ error: { code, message } }, { status });
    }
  });
  onTestFinished(() => spy.mockRestore());
  return sent;
}

function bodyOf(body: RequestInit['body']): unknown {
  if (body instanceof FormData) {
    return { account: JSON.parse(String(body.get('account'))), picture: body.get('picture') };
  }
  return typeof body === 'string' ? JSON.parse(body) : undefined;
}
