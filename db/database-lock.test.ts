import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { folderOfFile } from '../tests/kit/temporary-folder.ts';
import { openDatabase } from './client.ts';
import { lockDatabase } from './database-lock.ts';
import { DatabaseUnusable } from './files.ts';

// Processes are started, which may take long on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const root = folderOfFile();
const others: ChildProcess[] = [];
afterEach(() => {
  for (const child of others.splice(0)) child.kill('SIGKILL');
});

let path: string;
beforeEach(() => {
  path = join(mkdtempSync(join(root, 'case-')), 'tarot.db');
});

/** Another process that claims the database, says so, and lets go of it on a message. */
async function claimFromOutside() {
  const program = `import { lockDatabase } from '${new URL('database-lock.ts', import.meta.url)}';
    const claim = await lockDatabase(${JSON.stringify(path)}, { timeoutMs: 0 });
    process.stdin.once('data', () => { claim.release(); process.exit(); });
    console.log('claimed');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  others.push(child);
  await once(child.stdout, 'data');
  return child;
}

const tryToClaim = () => lockDatabase(path, { timeoutMs: 0 });

test('tells a second process who holds the database and since when', async () => {
  const { pid } = await claimFromOutside();
  const refused = tryToClaim();
  await expect(refused).rejects.toThrow(DatabaseUnusable);
  await expect(refused).rejects.toThrow(
    new RegExp(
      `^The database ${path} is in use by process ${pid} on ${hostname()}, since \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC\\. Stop that first`,
    ),
  );
});

test('takes over the lock of a killed process', async () => {
  const child = await claimFromOutside();
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(readdirSync(join(path, '..'))).toEqual(['tarot.db-lock']);
  const claim = await tryToClaim();
  await expect(tryToClaim()).rejects.toThrow(`by process ${process.pid} `);
  claim.release();
  expect(readdirSync(join(path, '..'))).toEqual([]);
});

test('waits for a process that is ending and names it once', async () => {
  const child = await claimFromOutside();
  const waiting = vi.fn(() => void child.stdin?.write('end'));
  (await lockDatabase(path, { timeoutMs: 60_000, onWait: waiting })).release();
  expect(waiting.mock.calls).toEqual([[expect.stringContaining(`by process ${child.pid} `)]]);
});

test('gives the lock to waiting claims one after another', async () => {
  let holders = 0;
  const take = async () => {
    const claim = await lockDatabase(path, { timeoutMs: 60_000 });
    holders += 1;
    expect(holders).toBe(1);
    await new Promise(setImmediate);
    holders -= 1;
    claim.release();
  };
  await Promise.all(Array.from({ length: 5 }, take));
});

test('keeps the service’s lock when a command opens the database', async () => {
  openDatabase(path).$client.close();
  const claim = await tryToClaim();
  openDatabase(path).$client.close();
  await expect(tryToClaim()).rejects.toThrow('is in use');
  claim.release();
});

test('reports a path that it cannot write to', async () => {
  writeFileSync(path, 'a file where a folder should be');
  const below = join(path, 'below', 'tarot.db');
  await expect(lockDatabase(below, { timeoutMs: 0 })).rejects.toThrow(
    `The database ${below} could not be opened`,
  );
});
