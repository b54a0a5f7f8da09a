import type { LiveMessage } from '../../src/shared/orders/live-message.ts';
import type { TestApp } from './test-app.ts';

/** Opens the stream of events as a browser does. @param after the id of the last message it received */
export async function listenAs(
  app: TestApp,
  browser: Pick<ReturnType<TestApp['visitor']>, 'cookies'>,
  after?: number,
) {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const query = after === undefined ? '' : `?after=${after}`;
  const response = await app.app.request(`/api/events${query}`, { headers: { cookie } });
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let rest = '';

  /** @returns the next block: its message, and whether the stream is over; null once it has ended */
  async function next() {
    for (let end = rest.indexOf('\n\n'); ; end = rest.indexOf('\n\n')) {
      if (end !== -1) {
        const text = rest.slice(0, end);
        rest = rest.slice(end + 2);
        const [, data = 'null'] = text.split('data: ');
        const message: LiveMessage = JSON.parse(data);
        return { isOver: text.startsWith('event: over'), message, text };
      }
      const part = await reader?.read();
      if (!part || part.done) return null;
      rest += decoder.decode(part.value, { stream: true });
    }
  }

  return {
    response,
    next,
    /** @returns the order changes in the next message */
    changes: async () => (await next())?.message.changes,
    hangUp: async () => reader?.cancel(),
  };
}
