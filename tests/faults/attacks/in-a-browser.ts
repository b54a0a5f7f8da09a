import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Trial } from '../trial.ts';

/* What only a browser can show. `npm run test:all` runs these stories with the others of tests/e2e. */

/** @returns a trial that runs the stories of one file of tests/e2e on the built product */
const storiesOf = (file: string, full: number, name: string, promise: string): Trial => ({
  table: 'attack',
  name,
  promise,
  counts: { quick: 0, full },
  async run(times, { count }) {
    const words = ['test', file, `--repeat-each=${times}`, '--reporter=line'];
    const [code] = await once(spawn('playwright', words, { stdio: 'inherit' }), 'exit');
    count(code === 0 ? null : 'the stories above failed');
    return '';
  },
});

export const trials: Trial[] = [
  storiesOf(
    'headers',
    5,
    'headers and Content-Security-Policy in a browser',
    'a whole purchase violates no rule, no script is allowed inline',
  ),
  storiesOf(
    'payloads',
    1,
    'payloads in a browser',
    'none runs in a page or in a mail, wherever it was typed',
  ),
];
