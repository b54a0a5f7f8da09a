import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { parseOrderNumber } from '../shared/orders/order-number.ts';
import {
  belongs,
  type Followed,
  type LogLine,
  learn,
  mayBelong,
  readLine,
  sayLine,
} from './logs/follow-order.ts';
import { type Call, createCommand, Misuse } from './process/command.ts';

const usage = `Usage: npm run logs -- CT-XXXXXX [FILE …]
       journalctl -u career-tarot -o cat | npm run logs -- CT-XXXXXX
Shows what became of an order, from logs as the service writes them.`;

/** `npm run logs`: follows an order through the log, by its number and by the requests that did something to it. */
export const run = createCommand(usage, async (call) => {
  const { positionals } = parseArgs({ args: call.words, allowPositionals: true });
  const [number = '', ...files] = positionals;
  const orderNumber = parseOrderNumber(number);
  if (orderNumber === null) throw new Misuse();
  if (files.length === 0 && call.input.isTTY) throw new Misuse();
  const { lines, count } = await readLog(files, call);
  const shown = follow(orderNumber, lines);
  for (const line of shown) call.say(sayLine(line));
  if (shown.length === 0) {
    throw new Error(
      `Nothing is said of ${orderNumber} in ${count} lines. Is the log of its days among them, and LOG_LEVEL info for orders?`,
    );
  }
});

/** @returns the lines of the files, or of standard input, that may be about an order, in the order of their times */
async function readLog(
  files: string[],
  { input: standardInput, complain }: Call,
): Promise<{ lines: LogLine[]; count: number }> {
  const lines: LogLine[] = [];
  let count = 0;
  let told = Date.now();
  const inputs = files.length > 0 ? files.map((file) => createReadStream(file)) : [standardInput];
  for (const input of inputs) {
    // An unreadable file fails while its lines are waited for.
    for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      const line = readLine(text);
      count += 1;
      if (line && mayBelong(line)) lines.push(line);
      if (Date.now() - told > 1_000) {
        told = Date.now();
        complain(`${count} lines read …`);
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
