import { writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { truncateWal } from '../../../../db/client.ts';
import { userName } from '../../../../db/files.ts';
import { counted } from '../../../shared/counted-text.ts';
import { describeCounts, eraseWord, personSchema } from '../../../shared/ops/privacy-schema.ts';
import { commandLineActor } from '../../base/record-audit.ts';
import { requireNewFile } from '../../ops/backups/path-access.ts';
import { type Eraser, erasePerson, findPerson } from '../../ops/privacy/erase-person.ts';
import { exportPerson } from '../../ops/privacy/export-person.ts';
import { repeatErasures } from '../../ops/privacy/repeat-erasures.ts';
import {
  type Call,
  createCommand,
  eraserFor,
  requireDatabase,
  UsageError,
  withOpenDatabase,
} from './command.ts';

const usage = `Usage: npm run privacy -- export ADDRESS [FILE]
       npm run privacy -- erase ADDRESS
       npm run privacy -- erase --again
"export" writes everything about the person with this email address to a new file.
"erase" deletes their data, except the record of their payments. It asks you to confirm with the word ${eraseWord}.
"erase --again" repeats earlier erasures. It is only needed if you put a backup in place without the restore command,
which repeats them itself.`;

export const run = createCommand(usage, async (call) => {
  const { positionals, values } = parseArgs({
    args: call.words,
    allowPositionals: true,
    options: { again: { type: 'boolean', default: false } },
  });
  const [command, address, file, ...more] = positionals;
  if (more.length > 0) throw new UsageError();
  if (command === 'erase' && values.again && address === undefined) {
    await withOpenDatabase(requireDatabase(call), (db) => again(eraserFor(db, call), call));
  } else if (values.again || address === undefined) throw new UsageError();
  else if (command === 'export') {
    await withOpenDatabase(requireDatabase(call), (db) =>
      write(eraserFor(db, call), call, checked(address), file),
    );
  } else if (command === 'erase' && file === undefined) {
    await withOpenDatabase(requireDatabase(call), (db) => erase(eraserFor(db, call), call, checked(address)));
  } else throw new UsageError();
});

async function write(eraser: Eraser, { say, clock }: Call, address: string, file?: string): Promise<void> {
  const target = file ?? fileName(clock.now());
  requireNewFile(resolve(target), dirname(eraser.db.$client.name));
  const { counts } = findPerson(eraser, address);
  if (counts.orders + counts.mails === 0)
    throw new Error('There is no data about this address: no file was written.');
  const person = await exportPerson(eraser, commandLineActor, address);
  writeFileSync(target, `${JSON.stringify(person, null, 2)}\n`, { flag: 'wx', mode: 0o600 });
  say(
    `${target} has everything about this person: ${describeCounts(counts)}. Only the user ${userName()} can read the file.`,
  );
}

async function erase(eraser: Eraser, call: Call, address: string): Promise<void> {
  const { say } = call;
  const { counts, obstacles } = findPerson(eraser, address);
  if (counts.orders + counts.mails === 0) {
    say('There is no data about this address.');
    return;
  }
  say(`Found: ${describeCounts(counts)}.`);
  if (obstacles.length > 0) {
    const lines = obstacles.map(({ orderNumber, why }) => `${orderNumber}: ${why}`);
    throw new Error(['Nothing was erased.', ...lines].join('\n'));
  }
  say(
    'This permanently erases the name, address, question, reading, notes and emails. Payment records are kept: numbers, dates, amounts, refunds, disputes, and the terms agreed to.',
  );
  const typed = await ask(call, `Type the word ${eraseWord} to confirm: `);
  if (typed === null) throw new Error('Not confirmed: there is no terminal to ask on. Nothing was erased.');
  if (typed !== eraseWord) throw new Error('Nothing was erased.');
  const { orderNumbers, otherMails } = await erasePerson(eraser, commandLineActor, address);
  if (!truncateWal(eraser.db)) {
    say(
      'Another process is reading the database, so its files still have some of what was erased. The service cleans them within an hour.',
    );
  }
  const mails = otherMails > 0 ? `, and ${counted(otherMails, 'email')} to this address` : '';
  say(`Erased: the data of ${counted(orderNumbers.length, 'order')}${mails}.`);
  say(
    'Older backups still have it: restoring one erases it again. Stripe keeps its own record of the payments.',
  );
}

async function again(eraser: Eraser, { say }: Call): Promise<void> {
  const { words, refused } = await repeatErasures(eraser, commandLineActor);
  say(words);
  if (refused.length > 0) throw new Error(refused.join('\n'));
}

function checked(address: string): string {
  const { data, error } = personSchema.safeParse({ address });
  if (!data) throw new Error(error?.issues[0]?.message ?? usage);
  return data.address;
}

function fileName(now: number): string {
  return `personal-data-${new Date(now).toISOString().slice(0, 19).replaceAll(':', '')}.json`;
}

async function ask({ input, output }: Call, question: string): Promise<string | null> {
  output.write(question);
  for await (const line of createInterface({ input, output })) return line.trim();
  output.write('\n');
  return null;
}
