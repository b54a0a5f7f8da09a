import { argv, exit, stdout } from 'node:process';

/* Runs a command from its source, as bin/career-tarot.js runs a built one: `command-process.ts restore FILE`. */

const [command] = argv.splice(2, 1);
const { run } = await import(`../../src/server/app/commands/${command}-command.ts`);
const code = await run();
stdout.write('', () => exit(code));
