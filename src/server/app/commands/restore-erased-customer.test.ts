import {
  copyFileSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { backUpDatabase, copyDatabase } from '../../../../db/copy.ts';
import { createOldDatabase } from '../../../../tests/kit/old-database.ts';
import { plantPerson } from '../../../../tests/kit/planted-person.ts';
import { prepareRestore, priceIn, refuses } from '../../../../tests/kit/restore-cases.ts';
import { createTestApp } from '../../../../tests/kit/test-app.ts';
import { commandLineActor } from '../../base/record-audit.ts';
import { erasePerson } from '../../ops/privacy/erase-person.ts';

const { root, folder, databasePath, copy, begin, restore, inCopy, inData } = prepareRestore();

describe('an erased customer', () => {
  const address = 'maya.planted@customers.example';
  const aside = join(folder, 'of-another-machine.db');

  /** A database from which a customer with an order was erased, with a copy that was made before. */
  const erased = join(root, 'erased');
  beforeAll(async () => {
    const app = createTestApp({ databasePath: join(erased, 'data', 'tarot.db') });
    await plantPerson(app, address);
    copyDatabase(app.db.$client, join(erased, 'copy.db'));
    await erasePerson(app.context, commandLineActor, address);
    // As the service makes it later, with nothing beside it.
    backUpDatabase(app.db.$client.name, join(erased, 'of-another-machine.db'));
    app.db.$client.close();
  }, 60_000);
  const has = (path: string) => readFileSync(path, 'latin1').includes(address);
  const expectErasedAgain = async () => {
    const out = expect.stringContaining('Erased again: 1 person with 1 order');
    expect(await restore()).toMatchObject({ code: 0, out, err: '' });
    expect(has(databasePath)).toBe(false);
  };

  test('is erased again from an older copy', async () => {
    begin(erased);
    expect([has(copy), has(databasePath)]).toEqual([true, false]);
    await expectErasedAgain();
    expect(inData().filter((name) => /-(wal|shm)$/.test(name))).toEqual([]);
  });

  test('is remembered from a newer copy when an older one is restored', async () => {
    begin(erased);
    rmSync(join(folder, 'data'), { recursive: true });
    const packed = (path: string) => readFileSync(path, 'latin1').includes('privacy.erasures');
    expect(packed(aside)).toBe(true);
    expect((await restore(aside)).out).toContain('No customer in this database had been erased before.');
    expect(statSync(`${databasePath}.erased`).mode & 0o777).toBe(0o600);
    const list = readFileSync(`${databasePath}.erased`, 'utf8');
    await expectErasedAgain();
    // Who was erased again stands there with the new time as well.
    expect(readFileSync(`${databasePath}.erased`, 'utf8').startsWith(list)).toBe(true);
  });

  test.each<[what: string, arrange: () => void]>([
    ['without its list', () => rmSync(`${databasePath}.erased`)],
    [
      'with only a packed list',
      () => {
        for (const part of ['', '.erased']) rmSync(databasePath + part);
        copyFileSync(aside, databasePath);
      },
    ],
    ['with a truncated list', () => truncateSync(`${databasePath}.erased`, 0)],
    [
      'that was killed and lost its list',
      () => {
        rmSync(`${databasePath}.erased`);
        writeFileSync(`${databasePath}-wal`, '');
      },
    ],
  ])('is erased again when replacing a database %s', async (_what, arrange) => {
    begin(erased);
    arrange();
    await expectErasedAgain();
  });

  test('is reported as not erased in an older version’s copy', async () => {
    rmSync(copy);
    createOldDatabase(copy, '0019_polled-indexes');
    expect(await restore()).toMatchObject({ code: 0, out: expect.stringContaining('from an older version') });
    writeFileSync(`${databasePath}.erased`, `2026-01-01T00:00:00.000Z ${'0'.repeat(64)}\n`);
    const { code, out } = await restore();
    expect(code).toBe(1);
    expect(out).toMatch(/\n\nNOT DONE YET: .*\n\n {2}npm run privacy -- erase --again\n\n/);
  });

  test.each([
    ['a leftover pages folder', () => mkdirSync(`${databasePath}.pages`)],
    ['an order that refuses updates', () => inCopy(`CREATE TRIGGER held BEFORE UPDATE ON orders ${refuses}`)],
  ])('is reported as not erased when %s blocks it', async (_what, spoil) => {
    begin(erased);
    spoil();
    const { code, err } = await restore();
    expect(code).toBe(1);
    expect(err).toMatch(/\nThe copy is in place anyway\.\n\nNOT DONE YET: /);
    expect(err).toContain('\n\n  npm run privacy -- erase --again\n\n');
    expect(has(databasePath)).toBe(true);
  });

  test('blocks the restore when the list of erasures cannot be saved', async () => {
    rmSync(copy);
    backUpDatabase(databasePath, copy);
    inCopy("INSERT INTO service_facts (name, value) VALUES ('privacy.erasures', 'a line')");
    mkdirSync(`${databasePath}.erased`);
    const { code, err } = await restore();
    expect([code, err]).toEqual([1, expect.not.stringContaining('in place')]);
    expect(priceIn(databasePath)).toBe('of today');
  });

  test('is not erased while an order is open, and restore fails', async () => {
    begin(erased);
    inCopy("UPDATE orders SET payment_status = 'review'");
    const { code, out, err } = await restore();
    expect([code, err]).toEqual([1, expect.stringMatching(/was not erased: .*\nAfterwards run npm run/)]);
    expect(out).toContain('\nNo customer could be erased again.\n');
  });
});
