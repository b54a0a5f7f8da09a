import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { openDatabase } from '../../../db/client.ts';
import { limits } from '../../shared/limits.ts';
import { type Role, roles } from '../../shared/staff.ts';
import { cleanLine } from '../../shared/text.ts';
import { readConfig } from '../config.ts';
import { createUser } from './service.ts';

const usage = `Usage: npm run user -- create ${roles.join('|')} NAME
The password is asked for, or read from standard input.`;

/* `npm run user`: makes the first admin, and any reader, on the machine itself. */

try {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [command, role, name = ''] = positionals;
  // As the sign-in reads it: one clean line.
  const username = cleanLine(name);
  if (command !== 'create' || !isRole(role) || !username || positionals.length !== 3) throw new Error(usage);
  if (username.length > limits.usernameCharacters) {
    throw new Error(`The name may be at most ${limits.usernameCharacters} characters long.`);
  }
  const password = await askPassword(username);
  const { passwordMinimumCharacters: minimum, passwordCharacters: maximum } = limits;
  if (password.length < minimum || password.length > maximum) {
    throw new Error(`The password must have ${minimum} to ${maximum} characters.`);
  }
  const db = openDatabase(readConfig().databasePath);
  await createUser({ db, clock: { now: () => Date.now() } }, { username, password, role });
  db.$client.close();
  console.log(`${username} can sign in now (${role}).`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function isRole(text: string | undefined): text is Role {
  return (roles as readonly (string | undefined)[]).includes(text);
}

async function askPassword(username: string): Promise<string> {
  if (!process.stdin.isTTY) {
    let text = '';
    for await (const chunk of process.stdin.setEncoding('utf8')) text += chunk;
    return text.replace(/\r?\n$/, '');
  }
  const input = createInterface({ input: process.stdin, output: process.stdout, terminal: true });
  process.stdout.write(`Password for ${username}: `);
  // What is typed is not shown.
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = () => true;
  try {
    return await input.question('');
  } finally {
    process.stdout.write = write;
    input.close();
    console.log();
  }
}
