import { ApiError, invalidRequest } from './errors.ts';

/** What a form-encoded request says: texts and nested groups of them, as written in the brackets. */
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

function emptyGroup(): FormGroup {
  // No prototype: a field called `__proto__` or `constructor` is a field like any other.
  return Object.create(null) as FormGroup;
}

/**
 * Reads `a=1&b[c]=2&d[]=3` into groups. `d[]` counts upwards from 0, so lists arrive as groups too.
 * @throws ApiError when names are malformed, contradict each other, are too many or too deep
 */
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

function tooLarge(): ApiError {
  return new ApiError(413, { type: 'invalid_request_error', message: 'The request is too large.' });
}

/**
 * Reads the body as text. Hono's `bodyLimit` is no help: it rebuilds a chunked request, which fails on the
 * light request objects of its Node server.
 * @throws ApiError 413 past 64 KB, announced or not
 */
export async function readBody(request: Request): Promise<string> {
  const announced = request.headers.get('content-length');
  if (announced !== null) {
    if (Number(announced) > maxBytes) throw tooLarge();
    return request.text();
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
