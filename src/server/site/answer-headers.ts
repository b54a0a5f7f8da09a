import { type OutgoingHttpHeader, type OutgoingHttpHeaders, ServerResponse } from 'node:http';

/**
 * Makes a `writeHead` for answers that carry headers beside those that the caller passes by name. It writes all of them
 * in one go: Node takes several times as long when headers were set one by one before.
 *
 * It is one function for all answers. A function that holds its own answer would keep it past the next small
 * collections, so that the heap grows by answers sent long ago.
 *
 * @param headers none of them is one of the answer's own
 */
export function writeHeadWith(headers: Readonly<Record<string, string>>): ServerResponse['writeHead'] {
  const always = Object.entries(headers).flat();
  return function (this: ServerResponse, status: number, own?: unknown) {
    const all: OutgoingHttpHeader[] = always.slice();
    // Names and values in turn: Node reads such a list once, and looks up no object keys.
    for (const [name, value] of Object.entries((own ?? {}) as OutgoingHttpHeaders)) {
      if (value !== undefined) all.push(name, value);
    }
    return ServerResponse.prototype.writeHead.call(this, status, all);
  };
}
