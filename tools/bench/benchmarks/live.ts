import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase, writeNow } from '../../../db/client.ts';
import { createSessions } from '../../../src/server/people/credentials/sessions.ts';
import { insertUser } from '../../../src/server/people/directory/people-repository.ts';
import { atMost, type Finding, fewOrders, type Workplace } from '../harness/benchmark.ts';
import * as format from '../harness/format.ts';
import { cpuSeconds, residentBytes } from '../harness/processes.ts';
import { startProduct } from '../harness/servers.ts';
import { median } from '../harness/statistics.ts';

const desks = 200;
const people = 20;
/** Milliseconds of rest: two beats. */
const rest = 50_000;
const changes = 20;

/** 200 desks that are open: what they cost while nothing happens, and how soon all have heard when something does. */
export async function measureLive({ databaseWith, progress }: Workplace): Promise<Finding[]> {
  const database = await databaseWith(fewOrders);
  const cookies = await signPeopleIn(database.path);
  const product = await startProduct(database.path);
  const origin = `http://127.0.0.1:${product.port}`;
  const lines: Line[] = [];
  try {
    const orderId = await anOrder(origin, database.adminCookie);
    const change = changeOf(origin, database.adminCookie, orderId);
    for (let warmUp = 0; warmUp < 6; warmUp++) await change();
    await pause(5_000);
    const before = residentBytes(product.pid) ?? 0;
    for (let desk = 0; desk < desks; desk++) {
      lines.push(await openLine(product.port, cookies[desk % people] ?? ''));
    }
    const [cpuBefore, startedAt] = [cpuSeconds(product.pid) ?? 0, performance.now()];
    await pause(rest);
    const cpu = (cpuSeconds(product.pid) ?? 0) - cpuBefore;
    const share = (cpu * 1_000) / (performance.now() - startedAt);
    const more = (residentBytes(product.pid) ?? 0) - before;
    progress(`${desks} desks: ${format.megabytes(more)} more, ${(share * 100).toFixed(2)} % of a core`);
    const times: number[] = [];
    for (let round = 0; round < changes; round++) {
      // Longer than the service gathers what follows.
      await pause(400);
      const heard = Promise.all(lines.map(({ next }) => next()));
      const sentAt = performance.now();
      await change();
      await heard;
      times.push(performance.now() - sentAt);
    }
    return [
      atMost(`${desks} open desks, more memory`, more, 10_000_000, format.megabytes),
      atMost(`${desks} open desks at rest, of a core`, share * 100, 1, percent),
      {
        ...atMost(
          `until ${desks} desks have heard of a change, p50`,
          median(times),
          100,
          format.milliseconds,
        ),
        reference: `slowest ${format.milliseconds(Math.max(...times))}`,
      },
    ];
  } finally {
    for (const { close } of lines) close();
    await product.stop();
  }
}

const percent = (value: number): string => `${value.toFixed(2)} %`;

/** Twenty admins, with ten tabs each: one person may have twice as many. */
async function signPeopleIn(path: string): Promise<string[]> {
  const db = openDatabase(path);
  const sessions = createSessions(db, { now: Date.now }, false);
  const cookies: string[] = [];
  for (let person = 0; person < people; person++) {
    const id = `live-${randomUUID()}`;
    writeNow(db, (tx) =>
      insertUser(tx, { id, username: id, passwordHash: '-', role: 'admin', createdAt: Date.now() }),
    );
    cookies.push((await sessions.start(id, null)).split(';')[0] ?? '');
  }
  db.$client.close();
  return cookies;
}

interface Line {
  /** Resolves with the next change. */
  next: () => Promise<void>;
  close: () => void;
}

/** Opens a stream and waits for its first message. */
async function openLine(port: number, cookie: string): Promise<Line> {
  const request: ClientRequest = get({
    port,
    path: '/api/events',
    headers: { Cookie: cookie },
    agent: false,
  });
  const [response]: IncomingMessage[] = await once(request, 'response');
  if (response?.statusCode !== 200) throw new Error(`The stream answers ${response?.statusCode}.`);
  let heard = () => {};
  response.setEncoding('utf8').on('data', (text: string) => {
    if (text.includes('"changes":[{')) heard();
  });
  response.on('error', () => {});
  const next = () =>
    new Promise<void>((resolve) => {
      heard = resolve;
    });
  await once(response, 'data');
  return { next, close: () => request.destroy() };
}

async function anOrder(origin: string, cookie: string): Promise<string> {
  const response = await fetch(`${origin}/api/orders?limit=1`, { headers: { Cookie: cookie } });
  const { orders }: { orders: { id: string }[] } = JSON.parse(await response.text());
  return orders[0]?.id ?? '';
}

/** @returns something that happens to an order: it is deleted, then restored, and so on */
function changeOf(origin: string, cookie: string, orderId: string): () => Promise<void> {
  let isDeleted = false;
  return async () => {
    const [method, end] = isDeleted ? ['PUT', '/restore'] : ['DELETE', ''];
    isDeleted = !isDeleted;
    const headers = { Cookie: cookie, Origin: origin };
    const response = await fetch(`${origin}/api/orders/${orderId}${end}`, { method, headers });
    if (!response.ok) throw new Error(`${method} answers ${response.status}.`);
  };
}
