// @ts-check
import { existsSync, readFileSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

/*
 * Runs a command of the built product: `node bin/career-tarot.js start`. Whatever Node it is started with must
 * understand this file, to be told that it is too old for the rest.
 */

const here = (/** @type {string} */ path) => new URL(path, import.meta.url);

const { engines } = JSON.parse(readFileSync(here('../package.json'), 'utf8'));
const { node } = process.versions;
if (!engines.node.split(' || ').some((/** @type {string} */ range) => isWithin(node, range))) {
  end(`this is Node ${node}, and it needs ${engines.node.replace(' || ', ' or ')}.`);
}

const [command = ''] = process.argv.splice(2, 1);
const program = here(`../dist/service/${command}.js`);
if (!existsSync(here('../dist/service/start.js'))) end('it is not built. Run: npm run build');
if (!existsSync(program)) end(`there is no command "${command}". package.json names those that there are.`);

// Not in the folder for all that Node proposes: what lies here is run. Where it cannot be written there is none.
module.enableCompileCache(fileURLToPath(here('../dist/compiled')));
await import(program.href);

/**
 * @param {string} version
 * @param {string} range `^22.14.0` or `>=24.0.0`
 */
function isWithin(version, range) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = (range.match(/\d+/g) || []).map(Number);
  if (major === oldestMajor) return minor >= oldestMinor;
  return major > oldestMajor && !range.startsWith('^');
}

/** @returns {never} */
function end(/** @type {string} */ why) {
  process.stderr.write(`Career Tarot cannot start: ${why}\n`);
  process.exit(1);
}
