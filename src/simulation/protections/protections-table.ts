import { days, hours } from '../../shared/durations.ts';
import { counted } from '../../shared/plural.ts';
import type { Trial } from './notice.ts';
import { protections } from './protections.ts';

/** Between these the table stands in the document. */
const [begin, end] = ['<!-- protections -->', '<!-- end of protections -->'];

/** @returns simulated time in words: `7 hours`, `12 days`, `5 months` */
export function lengthOf(milliseconds: number): string {
  if (milliseconds < days(2)) return counted(Math.round(milliseconds / hours(1)), 'hour');
  if (milliseconds < days(60)) return counted(Math.round(milliseconds / days(1)), 'day');
  return counted(Math.round(milliseconds / days(30)), 'month');
}

/** @returns what came of one, in a line */
export function lineOf(trial: Trial): string {
  const { protection, took } = trial;
  const inAll = `(${Math.round(took / 1000)} s)`;
  if (!('broken' in trial)) {
    const useless = trial.useless > 0 ? `, ${trial.useless} seeds of which prove nothing` : '';
    return `${protection.name}: not noticed in ${lengthOf(trial.before)}${useless} ${inAll}`;
  }
  const { order, after, expected, broken } = trial;
  const promise = expected ?? `NOT WHAT WAS EXPECTED: ${broken[0]?.promise}: ${broken[0]?.words}`;
  const before = trial.before > 0 ? `, ${lengthOf(trial.before)} of other seeds before` : '';
  return `${protection.name}: seed ${order.seed}, after ${lengthOf(after)}${before} ${inAll}: ${promise}`;
}

/** @returns whether what was to break has broken */
export function isAsExpected(trial: Trial): boolean {
  return 'broken' in trial && trial.expected !== undefined;
}

/** What stands under the table, before the promises that no row of it has. */
const notSeen = 'Not seen to break yet: ';

/** @returns the rest of a row of the table, after what is taken out and what that does */
function restOf(trial: Trial): string {
  const seconds = Math.round(trial.took / 1000);
  if (!('broken' in trial)) return `– | not noticed in ${lengthOf(trial.before)} | – | ${seconds} |`;
  const { order, after, expected, broken, protection } = trial;
  const where = protection.world ? `, where ${protection.world.words}` : '';
  return `${order.seed} | ${lengthOf(after)}${where} | ${expected ?? `another one: ${broken[0]?.promise}`} | ${seconds} |`;
}

/** @returns the rest of each row that a document has, by what is taken out */
function rowsOf(document: string): Map<string, string> {
  const rows = tableIn(document).matchAll(/^\| ([\w-]+) \| [^|]* \| (.+)$/gm);
  return new Map([...rows].map(([, name = '', rest = '']) => [name, rest]));
}

/** @throws when the document has no place for the table */
function tableIn(document: string): string {
  const [before, after] = [document.indexOf(begin), document.indexOf(end)];
  if (before < 0 || after < before) throw new Error(`The document has no ${begin} and ${end}.`);
  return document.slice(before + begin.length, after);
}

/** @returns what a document says of the promises: those that a row of its table has, and those of which it says that none has */
export function promisesIn(document: string): { broken: Set<string>; unbroken: Set<string> } {
  const broken = [...rowsOf(document).values()].map((rest) => rest.split(' | ')[2] ?? '');
  const line = tableIn(document)
    .split('\n')
    .find((one) => one.startsWith(notSeen));
  const unbroken = line?.slice(notSeen.length).replace(/\.$/, '').split('; ') ?? [];
  return {
    broken: new Set(broken.filter((promise) => promise !== '–' && !promise.startsWith('another one'))),
    unbroken: new Set(unbroken),
  };
}

/**
 * @param asked the promises that the simulation asks about
 * @returns the document with these trials in its table, beside those of others, and with the promises that none breaks
 * @throws when the document has no place for it
 */
export function withTrials(document: string, trials: readonly Trial[], asked: ReadonlySet<string>): string {
  const rests = rowsOf(document);
  for (const trial of trials) rests.set(trial.protection.name, restOf(trial));
  const rows = protections.flatMap(({ name, words }) =>
    rests.has(name) ? [`| ${name} | ${words} | ${rests.get(name)}`] : [],
  );
  const table = [
    '| taken out | what it does | seed | missed after | promise that broke | real seconds |',
    '|---|---|---:|---|---|---:|',
    ...rows,
  ].join('\n');
  const { broken } = promisesIn(`${begin}\n${table}\n${end}`);
  const unbroken = [...asked].filter((promise) => !broken.has(promise)).sort();
  const text = unbroken.length > 0 ? `${table}\n\n${notSeen}${unbroken.join('; ')}.` : table;
  const [head = '', foot = ''] = document.split(`${begin}${tableIn(document)}${end}`);
  return `${head}${begin}\n\n${text}\n\n${end}${foot}`;
}
