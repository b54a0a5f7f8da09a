// @ts-check
import { existsSync, readFileSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { describeUnloadable } from './libraries.js';
import { isWithin } from './node-version.js';

/*
 * Runs a command of the built product: `node bin/career-tarot.js start`. Old versions of Node must be able to run this
 * file, which says that they are too old.
 */

// Without a listener Node opens its debugger, which reads and changes everything.
process.on('SIGUSR1', () => {});

const here = (/** @type {string} */ path) => new URL(path, import.meta.url);

/**
 * @type {Record<string, { does: string, knows?: string[] }>}
 * `knows`: all words of a command that does not check them itself.
 */
const commands = {
  install: { does: 'sets up this machine, or installs a new version next to the running one' },
  start: { does: 'runs the shop', knows: ['--new-shop'] },
  demo: {
    does: 'runs a sample shop with a month of made-up orders, on the sandbox',
    knows: ['--empty', '--offers', '--solo'],
  },
  user: { does: 'creates and lists accounts, sets passwords, turns off two-factor' },
  doctor: { does: 'checks everything the service needs, and says what to do' },
  stripe: { does: 'creates or repairs the webhook endpoint at Stripe' },
  sandbox: { does: "imitates Stripe's API for tests; no money moves" },
  backup: { does: 'writes a complete copy of the database while the service runs' },
  restore: { does: 'replaces the database with a backup' },
  rollback: { does: 'switches back to the previous version' },
  migrate: { does: 'updates the database tables without starting the service', knows: [] },
  privacy: { does: 'exports or erases a person’s data' },
};

/** @type {Record<string, string>} Removed commands, and what to do instead. */
const gone = {
  upgrade:
    'Before an upgrade changes the database, the service copies it when it starts. To test an upgrade, run "migrate" on a copy: docs/upgrade-and-move.md.',
  logs: 'Search the log for the order number, for example with grep: docs/when-something-is-wrong.md.',
};

/** What people type before a command's name; set by `deploy/career-tarot`. */
const called = process.env.CAREER_TAROT_COMMAND || 'node bin/career-tarot.js';

const [command = ''] = process.argv.splice(2, 1);
const words = process.argv.slice(2);
if (['', 'help', '--help', '-h'].includes(command)) {
  process.stdout.write(listCommands());
  process.exit();
}
if (Object.hasOwn(gone, command)) {
  process.stderr.write(`The command "${command}" no longer exists. ${gone[command]}\n`);
  process.exit(2);
}
const chosen = Object.hasOwn(commands, command) ? commands[command] : undefined;
if (!chosen) {
  process.stderr.write(`There is no command "${command}".\n\n${listCommands()}`);
  process.exit(2);
}
const { does, knows } = chosen;
if (knows && ['--help', '-h'].includes(words[0] || '')) {
  const options = knows.map((word) => ` [${word}]`).join('');
  process.stdout.write(
    `Usage: ${called} ${command}${options}\nIt ${does}. Settings are environment variables: docs/settings.md.\n`,
  );
  process.exit();
}
const unknownWord = knows && words.find((word) => !knows.includes(word));
if (knows && unknownWord !== undefined) {
  const known = knows.length > 0 ? `accepts only ${knows.join(', ')}` : 'takes no options';
  process.stderr.write(`"${command}" ${known}, but got "${unknownWord}".\n`);
  process.exit(2);
}

const { engines } = JSON.parse(readFileSync(here('../package.json'), 'utf8'));
const { node } = process.versions;
if (!engines.node.split(' || ').some((/** @type {string} */ range) => isWithin(node, range))) {
  end(`this is Node ${node}, but it needs ${engines.node.replace(' || ', ' or ')}.`);
}

if (!existsSync(here('../dist/service/start.js'))) end('it is not built. Run: npm run build');
const program = here(`../dist/service/${command}.js`);
if (!existsSync(program)) end(`dist/service/${command}.js is missing from this build.`);

// Not in Node's own folder, where other users may write: its files are executed.
module.enableCompileCache(fileURLToPath(here('../dist/compiled')));
const { run } = await import(program.href).catch((error) => {
  const why = describeUnloadable(error);
  if (why === null) throw error;
  end(why);
});
// A command may have left a timer or a connection open.
if (run) {
  const code = await run();
  process.stdout.write('', () => process.exit(code));
}

function listCommands() {
  const lines = Object.entries(commands).map(([name, { does }]) => `  ${name.padEnd(9)} ${does}`);
  return `Usage: ${called} NAME …\n\n${lines.join('\n')}\n\nAdd --help to a command for its options. The guide is docs/self-hosting.md.\n`;
}

/** @returns {never} */
function end(/** @type {string} */ why) {
  process.stderr.write(`Career Tarot cannot start: ${why}\n`);
  process.exit(1);
}
