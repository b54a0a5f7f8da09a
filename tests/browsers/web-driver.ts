import type { Size } from './tab.ts';

/*
 * The few commands of WebDriver that a story needs (https://www.w3.org/TR/webdriver2/, "Endpoints").
 */

/** A mouse or a keyboard, and what is done with it, one thing after the other. */
interface ActionSource {
  type: 'pointer' | 'key';
  id: string;
  actions: object[];
}

/** A browser in the hands of a driver. */
export type Session = Awaited<ReturnType<typeof openSession>>;

/**
 * Has a driver start its browser.
 *
 * @throws what the driver says, or that it says nothing, as every command does
 */
export async function openSession(driver: string, alwaysMatch: Record<string, unknown>) {
  const { sessionId } = await call<{ sessionId: string }>(`${driver}/session`, 'POST', {
    capabilities: { alwaysMatch },
  });
  const session = `${driver}/session/${sessionId}`;
  return {
    navigate: (url: string) => call(`${session}/url`, 'POST', { url }),
    resize: (size: Size) => call(`${session}/window/rect`, 'POST', { x: 0, y: 0, ...size }),
    execute: <T>(script: string) => call<T>(`${session}/execute/sync`, 'POST', { script, args: [] }),
    act: (source: ActionSource) => call<void>(`${session}/actions`, 'POST', { actions: [source] }),
    takePicture: async () => Buffer.from(await call<string>(`${session}/screenshot`, 'GET'), 'base64'),
    close: () => call<void>(session, 'DELETE'),
  };
}

/** Milliseconds. A driver may wait for ever for the answer of a page that has gone meanwhile. */
const requestTimeoutMs = 10_000;

async function call<T>(url: string, method: 'GET' | 'POST' | 'DELETE', body?: unknown): Promise<T> {
  const response = await fetch(url, {
    method,
    signal: AbortSignal.timeout(requestTimeoutMs),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { value } = await response.json();
  if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
  return value;
}
