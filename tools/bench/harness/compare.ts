import type { Extent, Finding } from './benchmark.ts';
import * as format from './format.ts';
import { type LoadReport, putGetLoadOn } from './load-client.ts';
import { cpuSeconds } from './processes.ts';
import { median } from './statistics.ts';
import { findWrk, putWrkOn } from './wrk.ts';

/** A server, and what to ask it. */
export interface Side {
  name: string;
  port: number;
  pid: number;
  path: string;
  headers?: Record<string, string>;
}

/** What one server did in one turn. */
export interface Turn {
  /** Requests a second. */
  rate: number;
  p99: number;
  /** CPU time of the server for one request; null where the system does not tell. */
  cpuMicroseconds: number | null;
}

/** Seconds of load: long enough to count, short enough that a neighbour's noise hits every side. */
const turnSeconds = 1;

/**
 * Asks several servers in short turns. Each round begins with another one.
 *
 * @param shape.connections how many ask at the same time
 * @returns the turns of each side
 */
export async function takeTurns(
  sides: readonly Side[],
  shape: Pick<Extent, 'rounds'> & { connections: number; progress: (message: string) => void },
): Promise<Turn[][]> {
  const { rounds, connections, progress } = shape;
  // The first turns compile the code.
  for (const side of [...sides, ...sides]) await takeTurn(side, connections);
  const turns: Turn[][] = sides.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (let place = 0; place < sides.length; place++) {
      const index = (round + place) % sides.length;
      const side = sides[index];
      if (side) turns[index]?.push(await takeTurn(side, connections));
    }
    const rates = sides.map(({ name }, index) => `${name} ${format.perSecond(last(turns[index]).rate)}`);
    progress(`${round + 1}/${rounds} ${rates.join(', ')}`);
  }
  return turns;
}

/** How much of the other's speed a server has. */
export interface Ratio {
  /** By requests a second: the median of the rounds. */
  byRate: number;
  /** By CPU time a request, which a busy machine changes least; null where the system does not tell. */
  byCpu: number | null;
}

/** @returns 1 when both are equally fast, less when ours is slower */
export function ratioOf(ours: readonly Turn[], theirs: readonly Turn[]): Ratio {
  const rates = ours.map(({ rate }, round) => rate / (theirs[round]?.rate ?? Number.NaN));
  const [ourCpu, theirCpu] = [cpuOf(ours), cpuOf(theirs)];
  return { byRate: median(rates), byCpu: ourCpu && theirCpu ? theirCpu / ourCpu : null };
}

/** @returns the line of a comparison, judged by the rate */
export function compared(
  what: string,
  ours: readonly Turn[],
  theirs: { name: string; turns: readonly Turn[] },
  minimum: number | null,
): Finding {
  const { byRate, byCpu } = ratioOf(ours, theirs.turns);
  const ratios = `${format.ratio(byRate)}${byCpu === null ? '' : `, by CPU ${format.ratio(byCpu)}`}`;
  const finding = {
    what,
    measured: `${ratios} (${describe(ours)})`,
    reference: `${theirs.name} ${describe(theirs.turns)}`,
  };
  if (minimum === null) return finding;
  return { ...finding, target: `>= ${format.ratio(minimum)}`, isMet: byRate >= minimum };
}

function describe(turns: readonly Turn[]): string {
  const rate = format.perSecond(median(turns.map((turn) => turn.rate)));
  const p99 = format.milliseconds(median(turns.map((turn) => turn.p99)));
  return `${rate}, p99 ${p99}, CPU ${format.microseconds(cpuOf(turns))}`;
}

/** @returns the CPU time of a request in microseconds, the median of the turns */
function cpuOf(turns: readonly Turn[]): number | null {
  const known = turns.flatMap(({ cpuMicroseconds }) => cpuMicroseconds ?? []);
  return known.length > 0 ? median(known) : null;
}

async function takeTurn(side: Side, connections: number): Promise<Turn> {
  const before = cpuSeconds(side.pid);
  const { count, seconds, p99 } = await ask(side, connections);
  const after = cpuSeconds(side.pid);
  const isKnown = before !== null && after !== null;
  return { rate: count / seconds, p99, cpuMicroseconds: isKnown ? ((after - before) / count) * 1e6 : null };
}

/** @throws when an answer was an error */
async function ask({ port, path, headers = {} }: Side, connections: number): Promise<LoadReport> {
  const job = { port, path, headers, connections, seconds: turnSeconds };
  const wrk = findWrk();
  if (!wrk) return putGetLoadOn(job);
  const report = await putWrkOn(wrk, job);
  if (report.errors > 0) throw new Error(`${report.errors} wrong answers for ${path}`);
  return report;
}

function last(turns: Turn[] | undefined): Turn {
  const turn = turns?.at(-1);
  if (!turn) throw new Error('Nothing was measured.');
  return turn;
}
