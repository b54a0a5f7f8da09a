import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../src/server/config.ts';
import { failStart, runService, stopOnSignals } from '../src/server/main.ts';
import { openDatabase } from './client.ts';
import { demoAccounts, seedDemo } from './seed.ts';

/* `npm run demo`: the whole product on the sandbox, in an empty database unless DATABASE_PATH names one. */

try {
  const folder = mkdtempSync(join(tmpdir(), 'career-tarot-'));
  const config = readConfig({ DATABASE_PATH: join(folder, 'demo.db') });
  const db = openDatabase(config.databasePath);
  await seedDemo({ db, clock: { now: () => Date.now() } });
  db.$client.close();

  stopOnSignals(await runService(config));

  const accounts = demoAccounts.map(
    ({ role, username, password }) => `    ${role.padEnd(7)} ${username} / ${password}`,
  );
  const sandboxHints = `  Pay with the test card 4242 4242 4242 4242, any date to come, any code. No money moves.
  The mail that would be sent is at ${config.publicUrl}/sandbox/mail
`;
  console.log(`
  Career Tarot runs at ${config.publicUrl}

  Sign in at ${config.publicUrl}/admin/login
${accounts.join('\n')}

${config.stripe.mode === 'sandbox' ? sandboxHints : ''}
  Everything is kept in ${config.databasePath}
`);
} catch (error) {
  failStart(error);
}
