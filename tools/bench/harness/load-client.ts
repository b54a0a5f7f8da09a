import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Asks for the same addresses again and again, in turn. */
export interface GetScenario {
  kind: 'get';
  requests: { path: string; headers?: Record<string, string> }[];
}

/** Buys readings. */
export interface OrderScenario {
  kind: 'orders';
  /** What the server takes for its own origin. */
  origin: string;
  /** What its payments are marked with. */
  serviceId: string;
  /** What webhooks are signed with. */
  webhookSecret: string;
  /** The number of the first customer: each customer buys once. */
  firstCustomer: number;
}

export interface LoadJob {
  /** On the loopback address. */
  port: number;
  /** How many ask at the same time. */
  connections: number;
  seconds: number;
  /** Stops earlier when it has asked this often. */
  maximum: number;
  scenario: GetScenario | OrderScenario;
}

/** What came of a job. Times are milliseconds. */
export interface LoadReport {
  count: number;
  seconds: number;
  p50: number;
  p99: number;
  longest: number;
  errors: number;
  firstError: string | null;
}

/** What came of placing orders. */
export interface OrderReport extends LoadReport {
  orderIds: string[];
  /** CPU time of the load generator, in seconds. */
  clientSeconds: number;
}

const generator = fileURLToPath(new URL('../load.ts', import.meta.url));

/**
 * Has a process of its own do a job.
 *
 * @throws when it could not be done at all; answers that were errors are in the report
 */
export function putLoadOn(job: LoadJob): Promise<OrderReport> {
  return new Promise((resolve, reject) => {
    const child = fork(generator, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    let report: OrderReport | null = null;
    child.on('message', (message: OrderReport) => {
      report = message;
    });
    child.on('error', reject);
    child.on('exit', (code) => {
      if (report) resolve(report);
      else reject(new Error(`The load generator ended with code ${code} and without a report.`));
    });
    child.send(job);
  });
}

/**
 * Asks for one address; for benchmarks in which no answer may be an error.
 *
 * @throws when one was
 */
export async function putGetLoadOn(
  job: Omit<LoadJob, 'scenario' | 'maximum'> & {
    path: string;
    headers?: Record<string, string>;
    maximum?: number;
  },
): Promise<LoadReport> {
  const { path, headers = {}, maximum = Number.MAX_SAFE_INTEGER, ...rest } = job;
  const report = await putLoadOn({
    ...rest,
    maximum,
    scenario: { kind: 'get', requests: [{ path, headers }] },
  });
  if (report.errors > 0) throw new Error(`${report.errors} wrong answers for ${path}: ${report.firstError}`);
  return report;
}
