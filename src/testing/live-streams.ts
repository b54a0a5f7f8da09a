import type { LiveMessage } from '../shared/live.ts';
import type { TestApp } from './test-app.ts';

type Visitor = ReturnType<TestApp['visitor']>;

/** One block of the stream: its id, and its message or the name of what else it is. */
export interface Heard {
  id: string | null;
  event: string | null;
  message: LiveMessage;
  text: string;
}

/**
 * Opens the stream of events as a visitor's browser does.
 *
 * @param openFor for how long the page was open before, in milliseconds
 */
export async function listenAs(app: TestApp, browser: Visitor, after?: string | number, openFor = 0) {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { cookie, ...(after === undefined ? {} : { 'last-event-id': String(after) }) };
  const response = await app.app.request(`/api/events?openFor=${openFor}`, { headers });
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let rest = '';

  /** @returns the next block; null once the stream has ended */
  async function next(): Promise<Heard | null> {
    for (let end = rest.indexOf('\n\n'); ; end = rest.indexOf('\n\n')) {
      if (end !== -1) {
        const block = rest.slice(0, end);
        rest = rest.slice(end + 2);
        return parse(block);
      }
      const part = await reader?.read();
      if (!part || part.done) return null;
      rest += decoder.decode(part.value, { stream: true });
    }
  }

  return {
    response,
    next,
    /** @returns what the next message says of orders */
    changes: async () => (await next())?.message.changes,
    hangUp: async () => reader?.cancel(),
  };
}

function parse(block: string): Heard {
  const fields = new Map(
    block.split('\n').map((line): [string, string] => {
      const at = line.indexOf(': ');
      return [line.slice(0, at), line.slice(at + 2)];
    }),
  );
  const data: unknown = JSON.parse(fields.get('data') ?? 'null');
  const isMessage = typeof data === 'object' && data !== null;
  return {
    id: fields.get('id') ?? null,
    event: fields.get('event') ?? null,
    message: isMessage ? (data as LiveMessage) : { changes: [], isAllOld: false },
    text: block,
  };
}
