import { expect, test } from 'vitest';
import { parseConfig } from './config.ts';
import { secretFileVariables } from './secret-files.ts';

test.each([
  ['', { level: 'info', parts: {} }],
  ['debug', { level: 'debug', parts: {} }],
  ['info,outbox=debug,payments=trace', { level: 'info', parts: { outbox: 'debug', payments: 'trace' } }],
  [' outbox = debug ', { level: 'info', parts: { outbox: 'debug' } }],
])('LOG_LEVEL %j is read', (LOG_LEVEL, log) => {
  expect(parseConfig({ LOG_LEVEL }).log).toEqual(log);
});

test.each(['loud', 'info,outbx=debug', 'info,outbox=loud', 'info,,', 'outbox'])(
  'LOG_LEVEL %j is refused, and what can be said is named',
  (LOG_LEVEL) => {
    expect(() => parseConfig({ LOG_LEVEL })).toThrow(
      /^LOG_LEVEL must be one of fatal, .*info,outbox=debug: the parts are orders, outbox, /,
    );
  },
);

test('METRICS_TOKEN can stand in a file like the other secrets', () => {
  expect(secretFileVariables).toContain('METRICS_TOKEN_FILE');
});

test.each(['short', 'with a blank in it, and long enough for all'])(
  'METRICS_TOKEN %j is refused',
  (METRICS_TOKEN) => {
    expect(() => parseConfig({ METRICS_TOKEN })).toThrow(/^METRICS_TOKEN must be one word of at least 32/);
  },
);
