import { setTimeout as pause } from 'node:timers/promises';
import { atMost, type Finding, type Workplace } from '../harness/benchmark.ts';
import * as format from '../harness/format.ts';
import { putLoadOn } from '../harness/load-client.ts';
import { residentBytes } from '../harness/processes.ts';
import { startProduct } from '../harness/servers.ts';
import { median } from '../harness/statistics.ts';

const orders = 20_000;
const settleMilliseconds = 2_000;

/** From the start of the process to its first answer, and its memory before and after load. */
export async function measureStart({ extent, progress, databaseWith }: Workplace): Promise<Finding[]> {
  const database = await databaseWith(orders);
  const starts: number[] = [];
  for (let round = 0; round < extent.rounds; round++) {
    const product = await startProduct(database.path);
    starts.push(product.startMilliseconds / 1_000);
    progress(`start ${round + 1}: ${format.milliseconds(product.startMilliseconds)}`);
    await product.stop();
  }
  const product = await startProduct(database.path);
  try {
    await pause(settleMilliseconds);
    const idle = residentBytes(product.pid);
    const headers = { 'Accept-Encoding': 'br', Cookie: database.adminCookie };
    const paths = ['/', '/thank-you', '/api/settings', '/api/orders', '/admin/dashboard'];
    progress(`${extent.soakSeconds} s of load`);
    const load = await putLoadOn({
      port: product.port,
      connections: 16,
      seconds: extent.soakSeconds,
      maximum: Number.MAX_SAFE_INTEGER,
      scenario: { kind: 'get', requests: paths.map((path) => ({ path, headers })) },
    });
    if (load.errors > 0) throw new Error(`${load.errors} wrong answers under load: ${load.firstError}`);
    const busy = residentBytes(product.pid);
    const asked = `${format.count(load.count)} requests`;
    return [
      atMost('process start to first 200', median(starts), 0.4, format.seconds),
      ...memory('memory when idle', idle, 110_000_000),
      ...memory(`memory after ${extent.soakSeconds} s of load (${asked})`, busy, 200_000_000),
    ];
  } finally {
    await product.stop();
  }
}

function memory(what: string, bytes: number | null, maximum: number): Finding[] {
  if (bytes !== null) return [atMost(what, bytes, maximum, format.megabytes)];
  return [{ what, measured: 'only known on Linux', target: `<= ${format.megabytes(maximum)}` }];
}
