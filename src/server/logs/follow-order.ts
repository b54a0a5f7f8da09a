/** A line of the log, as it was written. */
export interface LogLine {
  time?: string;
  level?: number;
  msg?: string;
  orderNumber?: string;
  orderId?: string;
  request?: string;
  [field: string]: unknown;
}

/** What is known of an order: by what its lines are recognized. */
export interface Followed {
  orderNumber: string;
  orderIds: Set<string>;
  requests: Set<string>;
}

/** @returns a line of the log as it was written; null for what is none, such as a banner of npm */
export function readLine(text: string): LogLine | null {
  const begin = text.indexOf('{');
  if (begin === -1) return null;
  try {
    const read: unknown = JSON.parse(text.slice(begin));
    return typeof read === 'object' && read !== null ? (read as LogLine) : null;
  } catch {
    return null;
  }
}

/** @returns whether a line can be about an order at all: no other needs to be kept */
export function mayBelong({ orderNumber, orderId, request }: LogLine): boolean {
  return [orderNumber, orderId, request].some((value) => value !== undefined);
}

/**
 * Learns from a line what else the order is known by: its id, and the requests that did something to it.
 *
 * @returns whether anything is new
 */
export function learn(followed: Followed, line: LogLine): boolean {
  const { orderIds, requests } = followed;
  const before = orderIds.size + requests.size;
  if (isAbout(followed, line)) {
    if (line.orderId) orderIds.add(line.orderId);
    if (line.request) requests.add(line.request);
  }
  return orderIds.size + requests.size > before;
}

/** @returns whether a line belongs to an order, or to a request that did something to it */
export function belongs(followed: Followed, line: LogLine): boolean {
  // One request can do something to many orders: what is said of another one does not belong here.
  const isOfAnother = line.orderNumber !== undefined || line.orderId !== undefined;
  const isOfRequest = line.request !== undefined && followed.requests.has(line.request);
  return isAbout(followed, line) || (isOfRequest && !isOfAnother);
}

function isAbout({ orderNumber, orderIds }: Followed, line: LogLine): boolean {
  return line.orderNumber === orderNumber || (line.orderId !== undefined && orderIds.has(line.orderId));
}

const levels: [atLeast: number, name: string][] = [
  [60, 'fatal'],
  [50, 'error'],
  [40, 'warn'],
  [30, 'info'],
  [20, 'debug'],
  [0, 'trace'],
];

/** @returns a line as a person reads it: `2026-11-23 06:17:43 info  orders  an order moved on  event=assigned …` */
export function sayLine({ time = '', level = 30, part, msg = '', err, ...rest }: LogLine): string {
  const name = levels.find(([atLeast]) => level >= atLeast)?.[1] ?? '';
  const when = time.replace('T', ' ').replace(/\.\d+Z$/, '');
  const facts = Object.entries(rest).map(([field, value]) => `${field}=${inOneWord(value)}`);
  const problem = errorIn(err);
  return [when, name.padEnd(5), String(part ?? '').padEnd(8), msg, ...facts, ...(problem ? [problem] : [])]
    .filter(Boolean)
    .join('  ')
    .replaceAll(/\p{Cc}/gu, ' ');
}

function errorIn(err: unknown): string | null {
  if (typeof err !== 'object' || err === null) return null;
  const { type, message } = err as { type?: unknown; message?: unknown };
  return `error="${String(type ?? '')}: ${String(message ?? '')}"`;
}

function inOneWord(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
