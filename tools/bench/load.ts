import { performance } from 'node:perf_hooks';
import { type Connection, openConnection, requestBytes } from './harness/connection.ts';
import type { LoadJob, OrderReport } from './harness/load-client.ts';
import { quantile } from './harness/statistics.ts';
import { placeOrders } from './order-customer.ts';

/*
 * The load generator: a process of its own that gets one job, does it against a server on this machine,
 * reports, and ends. It asks again as soon as it was answered, on a fixed number of connections, until
 * its time is over or it has asked often enough.
 */

/** Ends the process whatever happens, in seconds after the planned end. */
const grace = 60;

process.once('message', (job: LoadJob) => {
  setTimeout(() => process.exit(1), (job.seconds + grace) * 1_000).unref();
  work(job).then(
    (report) => process.send?.(report, () => process.disconnect()),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.once('disconnect', () => process.exit());

async function work(job: LoadJob): Promise<OrderReport> {
  const times: number[] = [];
  const orderIds: string[] = [];
  const problems: string[] = [];
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  const endsAt = startedAt + job.seconds * 1_000;
  let started = 0;

  /** @returns the number of the next thing to do, or null when it is time to stop */
  function next(): number | null {
    if (started >= job.maximum || performance.now() >= endsAt) return null;
    return started++;
  }
  async function serve(connection: Connection) {
    try {
      if (job.scenario.kind === 'orders') {
        await placeOrders(connection, job.scenario, { next, times, orderIds, problems });
        return;
      }
      const requests = job.scenario.requests.map(({ path, headers }) => requestBytes('GET', path, headers));
      for (let index = next(); index !== null; index = next()) {
        const request = requests[index % requests.length];
        if (!request) throw new Error('There is nothing to ask for.');
        const sentAt = performance.now();
        const { status } = await connection.send(request);
        times.push(performance.now() - sentAt);
        if (status !== 200) problems.push(`status ${status}`);
      }
    } catch (error) {
      problems.push(String(error));
    } finally {
      connection.close();
    }
  }

  const connections = await Promise.all(
    Array.from({ length: job.connections }, () => openConnection(job.port)),
  );
  await Promise.all(connections.map(serve));
  const seconds = (performance.now() - startedAt) / 1_000;
  const { user, system } = process.cpuUsage(cpuBefore);
  if (times.length === 0) throw new Error(problems[0] ?? 'There was no time to ask for anything.');
  return {
    count: times.length,
    seconds,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    longest: quantile(times, 1),
    errors: problems.length,
    firstError: problems[0] ?? null,
    orderIds,
    clientSeconds: (user + system) / 1e6,
  };
}
