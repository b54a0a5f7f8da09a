import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { processEnv } from '../../src/testing/process-env.ts';
import { testRefusedSettings } from '../../src/testing/refused-settings.ts';
import { findFreePort } from '../faults/servers/free-port.ts';
import { argumentsOf, root } from './product.ts';

const folder = mkdtempSync(join(tmpdir(), 'career-tarot-settings-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Starts the built service. @returns all that it says when it cannot start */
function refuse(env: Record<string, string>): Promise<string> {
  const options = { cwd: root, env: { ...processEnv, DATABASE_PATH: join(folder, 'shop.db'), ...env } };
  return new Promise((resolve) =>
    execFile(process.execPath, argumentsOf('start'), options, (_error, _out, said) =>
      resolve(said.replace(/^Career Tarot cannot start: (.*)\n$/, '$1')),
    ),
  );
}

describe.concurrent('the built service', () => testRefusedSettings(refuse));

test.each(['PORT', 'STRIPE_SANDBOX_PORT'])('%s that is in use is told in one line', async (name) => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  const said = await refuse({
    PORT: String(await findFreePort()),
    STRIPE_SANDBOX_PORT: '0',
    [name]: String(port),
  });
  expect(said).toMatch(new RegExp(`^[^\\n]*${port} is already in use\\. Set ${name} to a free [^\\n]+\\.$`));
  other.close();
});
