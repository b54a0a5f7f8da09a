import { onTestFinished, vi } from 'vitest';
import { ApiError, noAnswerError } from '../../../src/lib/answers.ts';

type Answer = (body: unknown) => unknown;

/** Answers API calls such as `PUT /api/account` until the test ends; others fail. @returns the sent bodies by call */
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
    if (!answer && /^GET \/api\/orders\/\w+\/messages$/.test(name)) return Response.json([]);
    if (!answer) throw noAnswerError('unreachable');
    try {
      return Response.json((await answer(body)) ?? null);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { status, code, serverMessage: message, words, fields } = error;
      return Response.json({ error: { code, message, words, fields } }, { status });
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
