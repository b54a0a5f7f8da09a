import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { format, quantile, type Result, result, type Setup } from './benchmark.ts';

const run = promisify(execFile);

interface Answer {
  status: number;
  head: string;
  body: Buffer;
}

export type Connection = Awaited<ReturnType<typeof connectTo>>;

/** Opens a keep-alive connection. `fetch` and `node:http` take longer than the servers compared. */
export async function connectTo(port: number) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  let received = Buffer.alloc(0);
  let waiting: PromiseWithResolvers<Answer> | null = null;
  socket.setTimeout(30_000, () => socket.destroy(new Error('No answer came in 30 s.')));
  socket.on('error', (error) => waiting?.reject(error));
  socket.on('close', () => waiting?.reject(new Error('The server closed the connection.')));
  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const headEnd = received.indexOf('\r\n\r\n');
    if (headEnd === -1) return;
    const head = received.toString('latin1', 0, headEnd);
    const length = /^content-length: *(\d+)/im.exec(head)?.[1];
    if (length === undefined) waiting?.reject(new Error(`Without Content-Length: ${head.slice(0, 100)}`));
    if (received.length < headEnd + 4 + Number(length)) return;
    const answer = { status: Number(head.slice(9, 12)), head, body: received.subarray(headEnd + 4) };
    received = Buffer.alloc(0);
    waiting?.resolve(answer);
  });
  return {
    ask(method: string, path: string, headers: Record<string, string> = {}, body = ''): Promise<Answer> {
      const length = body !== '' && { 'Content-Length': Buffer.byteLength(body) };
      const lines = Object.entries({ Host: `127.0.0.1:${port}`, ...headers, ...length });
      const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
      waiting = Promise.withResolvers();
      socket.write(`${method} ${path} HTTP/1.1\r\n${head}\r\n${body}`);
      return waiting.promise;
    },
    close: () => socket.destroy(),
  };
}

export interface Side {
  name: string;
  port: number;
  path: string;
  headers?: Record<string, string>;
}

/** Queries servers in turns of a second, after a warm-up round. Returns each one’s answers per second, by round. */
export async function measureRates({ progress }: Setup, connections: number, sides: readonly Side[]) {
  const measured = sides.map((side) => ({ ...side, rates: [] as number[] }));
  const rounds = 10;
  for (let round = 0; round <= rounds; round++) {
    for (const side of measured) {
      const rate = (await rateByWrk(side, connections)) ?? (await rateByOwnClient(side, connections));
      if (round > 0) side.rates.push(rate);
    }
    const newest = measured.map(({ name, rates }) => `${name} ${rates.at(-1)?.toFixed(0)} a second`);
    if (round > 0) progress(`${round}/${rounds} ${newest.join(', ')}`);
  }
  return measured.map(({ rates }) => rates);
}

/** Returns a result with a server's speed relative to the other's: the median of the rounds. */
export function compare(
  what: string,
  ours: readonly number[] = [],
  theirs: readonly number[] = [],
  atLeast: number,
): Result {
  const value = quantile(ours.map((rate, round) => rate / (theirs[round] ?? Number.NaN)));
  const detail = `${format(quantile(ours), 'perSecond')}, ${format(quantile(theirs), 'perSecond')}`;
  return result(what, value, { atLeast }, 'ratio', detail);
}

/** Measures with wrk (https://github.com/wg/wrk), which costs little; returns null if it is not installed. */
async function rateByWrk({ port, path, headers = {} }: Side, connections: number): Promise<number | null> {
  const lines = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const words = ['-t1', `-c${connections}`, '-d1s', ...lines, `http://127.0.0.1:${port}${path}`];
  const report = await run('wrk', words).catch((error) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (report === null) return null;
  const rate = /Requests\/sec: +([\d.]+)/.exec(report.stdout)?.[1];
  if (rate === undefined || /Non-2xx|Socket errors/.test(report.stdout)) throw new Error(report.stdout);
  return Number(rate);
}

async function rateByOwnClient({ port, path, headers }: Side, connections: number): Promise<number> {
  const clients = await Promise.all(Array.from({ length: connections }, () => connectTo(port)));
  const startedAt = performance.now();
  let count = 0;
  await Promise.all(
    clients.map(async (client) => {
      for (; performance.now() < startedAt + 1_000; count += 1) {
        const { status } = await client.ask('GET', path, headers);
        if (status !== 200) throw new Error(`${path} answers ${status}.`);
      }
      client.close();
    }),
  );
  return (count * 1_000) / (performance.now() - startedAt);
}
