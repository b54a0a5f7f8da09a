import { setTimeout as pause } from 'node:timers/promises';
import { atMost, type Finding, fewOrders, type Workplace } from '../harness/benchmark.ts';
import * as format from '../harness/format.ts';
import { putLoadOn } from '../harness/load-client.ts';
import { cpuSeconds, residentBytes } from '../harness/processes.ts';
import { startLeast, startProduct } from '../harness/servers.ts';
import { median } from '../harness/statistics.ts';

const idleMilliseconds = 5_000;
const loadSeconds = 60;
const atOnce = 16;

/** What visitors and the people who work here ask for most. */
const paths = ['/', '/thank-you', '/api/settings', '/api/orders', '/api/orders?q=anna', '/admin/dashboard'];

interface Start {
  milliseconds: number;
  /** What the process had used of the processors when it answered. */
  cpuMilliseconds: number;
}

/** From the start of the process to its first answer, and its memory before and after load. */
export async function measureStart({ extent, progress, databaseWith }: Workplace): Promise<Finding[]> {
  const database = await databaseWith(fewOrders);
  const starts: Record<'ours' | 'least', Start[]> = { ours: [], least: [] };
  // The first of each reads its files from the disk.
  for (let round = -1; round < extent.starts; round++) {
    for (const [name, start] of [
      ['ours', startProduct],
      ['least', startLeast],
    ] as const) {
      const server = await start(database.path);
      const cpuMilliseconds = (cpuSeconds(server.pid) ?? Number.NaN) * 1_000;
      if (round >= 0) starts[name].push({ milliseconds: server.startMilliseconds, cpuMilliseconds });
      await server.stop();
    }
    progress(`start ${round + 1}/${extent.starts}`);
  }
  const [ours, least] = [middleOf(starts.ours), middleOf(starts.least)];

  const product = await startProduct(database.path);
  try {
    await pause(idleMilliseconds);
    const idle = residentBytes(product.pid);
    const headers = { 'Accept-Encoding': 'br', Cookie: database.adminCookie };
    progress(`${loadSeconds} s of load`);
    const load = await putLoadOn({
      port: product.port,
      connections: atOnce,
      seconds: loadSeconds,
      maximum: Number.MAX_SAFE_INTEGER,
      scenario: { kind: 'get', requests: paths.map((path) => ({ path, headers })) },
    });
    if (load.errors > 0) throw new Error(`${load.errors} wrong answers under load: ${load.firstError}`);
    const busy = residentBytes(product.pid);
    return [
      {
        ...atMost(
          'start to first 200, by a bare server',
          ours.milliseconds / least.milliseconds,
          6,
          format.ratio,
        ),
        reference: `${describe(ours)}; node:http + better-sqlite3 ${describe(least)}`,
      },
      ...memory('memory when idle', idle, 150_000_000),
      ...memory(`memory after a minute of load`, busy, 250_000_000),
      { what: '  requests in that minute', measured: format.count(load.count) },
    ];
  } finally {
    await product.stop();
  }
}

function middleOf(starts: Start[]): Start {
  return {
    milliseconds: median(starts.map(({ milliseconds }) => milliseconds)),
    cpuMilliseconds: median(starts.map(({ cpuMilliseconds }) => cpuMilliseconds)),
  };
}

function describe({ milliseconds, cpuMilliseconds }: Start): string {
  return `${format.milliseconds(milliseconds)}, CPU ${format.milliseconds(cpuMilliseconds)}`;
}

function memory(what: string, bytes: number | null, maximum: number): Finding[] {
  if (bytes !== null) return [atMost(what, bytes, maximum, format.megabytes)];
  return [{ what, measured: 'only known on Linux', target: `<= ${format.megabytes(maximum)}` }];
}
