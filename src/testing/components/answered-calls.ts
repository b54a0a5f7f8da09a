import { onTestFinished, vi } from 'vitest';
import { ApiError, unreachable } from '../../client/api.ts';

type Answer = (body: unknown) => unknown;

/**
 * Answers calls that a part of the desk makes by itself, until the test is over. The others find no server.
 *
 * @param answers by method and path, as `PUT /api/account`; each may throw an ApiError
 * @returns what was sent, by the same
 */
export function answerCalls(answers: Record<string, Answer>): Record<string, unknown[]> {
  const sent: Record<string, unknown[]> = {};
  const { fetch } = window;
  const spy = vi.spyOn(window, 'fetch').mockImplementation(async (address, init) => {
    const { pathname } = new URL(String(address), location.href);
    if (!pathname.startsWith('/api/')) return fetch(address, init);
    const name = `${init?.method ?? 'GET'} ${pathname}`;
    const body = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
    sent[name] = [...(sent[name] ?? []), body];
    const answer = answers[name];
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
