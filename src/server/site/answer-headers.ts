import type { ServerResponse } from 'node:http';

/**
 * Has an answer carry headers beside those that whoever writes it hands over by name. All are written in one go:
 * Node takes several times as long over headers that were set one by one before.
 *
 * @param headers none of them is one of the answer's own
 */
export function writeWith(response: ServerResponse, headers: Readonly<Record<string, string>>): void {
  const { writeHead } = response;
  response.writeHead = (status: number, own?: unknown) =>
    writeHead.call(response, status, { ...headers, ...(own ?? {}) });
}
