import { expect, test } from 'vitest';
import { detectCommandFormat, formatCommands } from './command-format.ts';

const advice = 'Run npm run stripe -- setup, or npm run backup. After npm run build all is new.';

test.each([
  ['by npm', { npm_lifecycle_event: 'doctor' }, false, advice],
  ['from the sources', {}, true, advice],
  [
    "by the guide's script",
    { CAREER_TAROT_COMMAND: 'career-tarot' },
    false,
    'Run career-tarot stripe setup, or career-tarot backup. After npm run build all is new.',
  ],
  [
    'by Node alone',
    { CAREER_TAROT_COMMAND: ' ' },
    false,
    'Run node bin/career-tarot.js stripe setup, or node bin/career-tarot.js backup. After npm run build all is new.',
  ],
])('writes commands the way a service started %s runs them', (_how, env, isRunFromSource, expected) => {
  expect(formatCommands(advice, detectCommandFormat(env, isRunFromSource))).toBe(expected);
});
