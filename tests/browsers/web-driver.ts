import type { Size } from './tab.ts';

/*
 * The few WebDriver commands that a story needs (https://www.w3.org/TR/webdriver2/, "Endpoints").
 */

/** A mouse or a keyboard, and its actions in order. */
interface ActionSource {
  type: 'pointer' | 'key';
  id: string;
  actions: object[];
}

/** A browser controlled by a driver. */
export type Session = Awaited<ReturnType<typeof openSession>>;

/**
 * Tells a driver to start its browser.
 *
 * @throws the driver's error, or that it did not answer, as every command does
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

/** Milliseconds. A driver may wait forever for an answer from a page that is gone. */
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
