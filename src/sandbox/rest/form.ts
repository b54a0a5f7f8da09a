import { ApiError, invalidRequest } from './errors.ts';

/** The texts of a form-encoded request, nested as written in the brackets. */
export interface FormGroup {
  [name: string]: string | FormGroup;
}

const maxFields = 500;
const maxDepth = 6;

function pathOf(name: string): string[] {
  const start = name.indexOf('[');
  if (start === -1) return [name];
  const brackets = name.slice(start);
  if (start === 0 || !/^(\[[^[\]]*\])+$/.test(brackets)) {
    throw invalidRequest(`Invalid parameter name: ${name.slice(0, 80)}`);
  }
  return [name.slice(0, start), ...brackets.slice(1, -1).split('][')];
}

/** Without a prototype, so that a field may be called `__proto__` or `constructor`. */
const emptyGroup = (): FormGroup => Object.create(null);

/** Parses `a=1&b[c]=2&d[]=3` into groups; a list becomes a group with the keys 0, 1, 2. */
export function parseForm(text: string): FormGroup {
  const form = emptyGroup();
  let fields = 0;
  for (const [name, value] of new URLSearchParams(text)) {
    fields += 1;
    const path = pathOf(name);
    if (fields > maxFields || path.length > maxDepth) throw invalidRequest('Too many parameters.');
    let group = form;
    for (const [depth, step] of path.entries()) {
      const key = step === '' && depth > 0 ? String(Object.keys(group).length) : step;
      if (depth === path.length - 1) {
        if (typeof group[key] === 'object') throw invalidRequest(`Invalid parameter: ${name.slice(0, 80)}`);
        group[key] = value;
      } else {
        const next = group[key] ?? emptyGroup();
        if (typeof next === 'string') throw invalidRequest(`Invalid parameter: ${name.slice(0, 80)}`);
        group[key] = next;
        group = next;
      }
    }
  }
  return form;
}

const maxBytes = 64 * 1024;

function refuseIfTooLarge(size: number): void {
  if (size <= maxBytes) return;
  throw new ApiError(413, { type: 'invalid_request_error', message: 'The request is too large.' });
}

/**
 * Reads the body as text. Hono's `bodyLimit` fails on chunked requests of its Node server.
 *
 * @throws ApiError 413 past 64 KB, announced or not
 */
export async function readBody(request: Request): Promise<string> {
  const announced = request.headers.get('content-length');
  if (announced !== null) {
    refuseIfTooLarge(Number(announced));
    return request.text();
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    refuseIfTooLarge(size);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
