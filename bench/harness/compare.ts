import type { Finding } from './benchmark.ts';
import * as format from './format.ts';
import { type LoadReport, putGetLoadOn } from './load-client.ts';
import { cpuSeconds } from './processes.ts';
import { median } from './statistics.ts';

/** A server, and what to ask it. */
export interface Side {
  name: string;
  port: number;
  pid: number;
  path: string;
  headers?: Record<string, string>;
}

interface Round extends LoadReport {
  /** CPU time of the server for one request in microseconds; null where the system does not tell. */
  cpuMicroseconds: number | null;
}

export interface Comparison {
  /** Requests a second, ours by theirs: the median of the rounds. */
  ratio: number;
  ours: Round[];
  theirs: Round[];
}

/**
 * Asks two servers in turn, so that whatever else the machine does hits both. Every other round starts
 * with the other one.
 *
 * @param shape.connections how many ask at the same time
 */
export async function compare(
  ours: Side,
  theirs: Side,
  shape: { rounds: number; seconds: number; connections: number; progress: (message: string) => void },
): Promise<Comparison> {
  const { rounds, progress, ...load } = shape;
  for (const side of [ours, theirs]) await measure(side, { ...load, seconds: Math.min(1, load.seconds) });
  const result: Comparison = { ratio: 0, ours: [], theirs: [] };
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const isOursFirst = round % 2 === 0;
    const first = await measure(isOursFirst ? ours : theirs, load);
    const second = await measure(isOursFirst ? theirs : ours, load);
    const [our, their] = isOursFirst ? [first, second] : [second, first];
    result.ours.push(our);
    result.theirs.push(their);
    const ratio = rate(our) / rate(their);
    ratios.push(ratio);
    progress(
      `${round + 1}/${rounds} ${ours.name} ${format.perSecond(rate(our))}, ${theirs.name} ${format.perSecond(rate(their))}: ${format.ratio(ratio)}`,
    );
  }
  result.ratio = median(ratios);
  return result;
}

/** @returns the lines that stand beside a ratio: rates, times and CPU of both sides */
export function describe(comparison: Comparison, ours: Side, theirs: Side): Finding[] {
  const sides = [
    [ours.name, comparison.ours],
    [theirs.name, comparison.theirs],
  ] as const;
  const [ourCpu, theirCpu] = sides.map(([, rounds]) => cpuOf(rounds));
  const findings: Finding[] = sides.map(([name, rounds]) => ({
    what: `  ${name}`,
    measured: [
      format.perSecond(median(rounds.map(rate))),
      `p99 ${format.milliseconds(median(rounds.map(({ p99 }) => p99)))}`,
      `CPU ${format.microseconds(cpuOf(rounds))}`,
    ].join(', '),
  }));
  if (ourCpu && theirCpu) {
    findings.push({ what: '  by CPU time a request alone', measured: format.ratio(theirCpu / ourCpu) });
  }
  return findings;
}

/** @returns the CPU time of a request in microseconds, the median of the rounds */
export function cpuOf(rounds: readonly Round[]): number | null {
  const known = rounds.flatMap(({ cpuMicroseconds }) => cpuMicroseconds ?? []);
  return known.length > 0 ? median(known) : null;
}

async function measure(side: Side, load: { seconds: number; connections: number }): Promise<Round> {
  const { port, path, headers = {}, pid } = side;
  const before = cpuSeconds(pid);
  const report = await putGetLoadOn({ port, path, headers, ...load });
  const after = cpuSeconds(pid);
  const isKnown = before !== null && after !== null;
  return { ...report, cpuMicroseconds: isKnown ? ((after - before) / report.count) * 1e6 : null };
}

function rate({ count, seconds }: LoadReport): number {
  return count / seconds;
}
