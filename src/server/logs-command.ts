import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { parseOrderNumber } from '../shared/orders/order-number.ts';
import { answerHelp, statusOf } from './basics/answer-help.ts';
import { asRunHere } from './config/command-way.ts';
import { readCommandWay } from './config/config.ts';
import {
  belongs,
  type Followed,
  type LogLine,
  learn,
  mayBelong,
  readLine,
  sayLine,
} from './logs/follow-order.ts';

const usage = asRunHere(
  `Usage: npm run logs -- CT-XXXXXX [FILE …]
       journalctl -u career-tarot -o cat | npm run logs -- CT-XXXXXX
Shows what became of an order, from logs as the service writes them.`,
  readCommandWay(),
);
answerHelp(usage);

/* `npm run logs`: follows an order through the log, by its number and by the requests that did something to it. */

try {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [number = '', ...files] = positionals;
  const orderNumber = parseOrderNumber(number);
  if (orderNumber === null) throw new Error(usage);
  if (files.length === 0 && process.stdin.isTTY) throw new Error(usage);
  const { lines, count } = await readLog(files);
  const shown = follow(orderNumber, lines);
  for (const line of shown) console.log(sayLine(line));
  if (shown.length === 0) {
    throw new Error(
      `Nothing is said of ${orderNumber} in ${count} lines. Is the log of its days among them, and LOG_LEVEL info for orders?`,
    );
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = statusOf(error, usage);
}

/** @returns the lines of the files, or of standard input, that may be about an order, in the order of their times */
async function readLog(files: string[]): Promise<{ lines: LogLine[]; count: number }> {
  const lines: LogLine[] = [];
  let count = 0;
  let told = Date.now();
  const inputs = files.length > 0 ? files.map((file) => createReadStream(file)) : [process.stdin];
  for (const input of inputs) {
    // An unreadable file fails while its lines are waited for.
    for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      const line = readLine(text);
      count += 1;
      if (line && mayBelong(line)) lines.push(line);
      if (Date.now() - told > 1_000) {
        told = Date.now();
        process.stderr.write(`${count} lines read …\n`);
      }
    }
  }
  lines.sort((a, b) => (a.time ?? '').localeCompare(b.time ?? ''));
  return { lines, count };
}

/** @returns the lines that belong to an order */
function follow(orderNumber: string, lines: LogLine[]): LogLine[] {
  const followed: Followed = { orderNumber, orderIds: new Set(), requests: new Set() };
  // A line may come before the one that says whose it is.
  while (lines.filter((line) => learn(followed, line)).length > 0);
  return lines.filter((line) => belongs(followed, line));
}
