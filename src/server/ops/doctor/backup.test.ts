import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../../../db/client.ts';
import { examineDatabase } from '../../../../db/examine.ts';
import { expectFinding } from '../../../../tests/kit/findings.ts';
import { spoilTable } from '../../../../tests/kit/spoiled-file.ts';
import { folderOfFile } from '../../../../tests/kit/temporary-folder.ts';
import { days, hours, minutes } from '../../../shared/durations.ts';
import type { BackupFacts } from '../backups/backup-problems.ts';
import { checkBackup, programsOf } from './check-backup.ts';

const folder = folderOfFile();
const newPlace = () => mkdtempSync(join(folder, 'place-'));

const now = Date.parse('2030-03-04T05:06:07Z');
const byHand = { isOn: false, hourly: 0, daily: 0, weekly: 8 };
const weekly = { ...byHand, isOn: true };
const tools = {
  examine: async (file: string) => examineDatabase(file, false),
  command: null,
  env: { PATH: process.env.PATH ?? '' },
};
const emptyFile = (path: string) => writeFileSync(path, '');

const recorded = join(folder, 'recorded.db');
writeFileSync(recorded, 'a copy');
const judge = (facts: Partial<BackupFacts>, isLive = true) =>
  checkBackup(
    join(folder, 'no-backups-yet', 'tarot.db'),
    { last: null, settings: byHand, failed: null, settingsSince: now - days(1), now, ...facts },
    isLive,
    tools,
  );
const made = (age: number, more: Partial<BackupFacts['last']> = {}) => ({
  last: { at: now - age, file: recorded, seconds: 1, ...more },
});

test.each<[Partial<BackupFacts>, isLive: boolean, RegExp]>([
  [made(hours(9), { bytes: 12e6 }), true, /^ok: .*9 hours ago \(12 MB\)/],
  [made(0), true, /^ok: .*just now/],
  [made(0, { file: '/stick/1.db' }), true, /^ok: .*\/stick\/1\.db, is not there anymore\. .*just now/],
  [made(days(14)), true, /^ok: .*14 days ago/],
  [made(days(30)), true, /^error: .*30 days ago.*→.*npm run backup/],
  [made(days(30)), false, /^warning: .*30 days ago/],
  [{ ...made(days(7)), settings: weekly }, true, /^ok: .*7 days ago/],
  [{ ...made(days(30)), settings: weekly }, true, /^error: .*30 days.*→.*log/],
  [
    { ...made(0, { sent: { status: 7, seconds: 1, words: 'no route' } }), settings: weekly },
    true,
    /^error: .*BACKUP_COMMAND failed to copy it to another place: “no route”.*→.*log/,
  ],
  [
    { ...made(hours(2)), settings: weekly, failed: { at: now, why: 'no room' } },
    true,
    /^error: .*2 hours ago\. The last attempt failed: “no room”.*→.*log/,
  ],
  [{ settings: weekly }, true, /^error: .*No backup has.*→.*log/],
  [{}, true, /^error: .*No backup has been made yet.*→.*another machine/],
  [{}, false, /^warning: .*No backup/],
])('judges the recorded backup %j (live: %s)', async (facts, isLive, expected) => {
  expectFinding(await judge(facts, isLive), expected);
});

describe('the folder', () => {
  const look = (arrange: (backups: string) => void, mayUse: boolean, user = process.getuid?.()) => {
    const place = newPlace();
    arrange(join(place, 'backups'));
    return checkBackup(join(place, 'tarot.db'), null, true, tools, { mayUse: async () => mayUse, user });
  };
  const linkNowhere = (path: string) => symlinkSync('/nowhere/x', path);
  const notWritable =
    /^error: .*cannot write to .*backups: no.*→.*chmod u\+rwx .*\. If it already has these rights, .*ReadWritePaths=/;
  test.each<[what: string, (backups: string) => void, mayUse: boolean, RegExp]>([
    ['not there yet', () => {}, true, /^ok: .*begin with the first start/],
    ['there', mkdirSync, true, /^ok: .*begin with the first start/],
    ['not writable', mkdirSync, false, notWritable],
    ['a link to nothing', linkNowhere, true, /^error: .*link to a folder.*→.*mount/],
    ['a file', emptyFile, true, /^error: .*is not a folder.*→.*Rename or remove/],
  ])('is judged before the first copy when it is %s', async (_what, arrange, mayUse, expected) => {
    expectFinding(await look(arrange, mayUse), expected);
  });

  test('of another user comes with the command that changes its owner', async () => {
    const finding = await look(mkdirSync, false, 4711);
    expectFinding(finding, /^error: .*cannot write to .*backups: no.*→.*sudo chown -R \S+ \/.*backups$/);
  });

  test('is not checked while backups are switched off', async () => {
    const place = newPlace();
    mkdirSync(join(place, 'backups'));
    const facts = { ...made(0), settings: byHand, failed: null, settingsSince: null, now };
    const view = { mayUse: async () => false, user: 4711 };
    expectFinding(await checkBackup(join(place, 'tarot.db'), facts, true, tools, view), /^ok: .*just now/);
  });
});

const asRecorded = 'tarot-20300304T045507Z.db';
const anHourAgo = 'tarot-20300304T040607Z.db';
const justNow = 'tarot-20300304T050607Z.db';
const whole = (path: string) => openDatabase(path).$client.close();
const spoiled = (path: string) => {
  whole(path);
  spoilTable(path, 'customer_notes');
};
const onlyOlder = /^error: .*is not there anymore\. The last one was made 1 day ago.*→.*log/;
test.each<[what: string, files: Record<string, (path: string) => void>, sent: number | null, RegExp]>([
  ['none', {}, null, /^error: .*last one, .*045507Z\.db, is not there anymore\. → .*log/],
  ['whole', { [asRecorded]: whole }, null, /^ok: The last one was made 11 minutes ago\.$/],
  ['only an older one', { 'tarot-20300303T050607Z.db': whole }, null, onlyOlder],
  ['only the one before', { [anHourAgo]: whole }, null, /^ok: .*not there anymore\. .* 1 hour ago/],
  ['damaged', { [asRecorded]: spoiled }, null, /^error: .*newest .*045507Z\.db, is damaged.*→.*now/],
  ['empty', { [asRecorded]: emptyFile }, null, /^error: .*newest .*, is empty\..*→.*npm run backup/],
  ['at the new place', { [justNow]: whole }, null, /^ok: The last one was made just now \([^)]*\)\.$/],
  ['moved away by BACKUP_COMMAND', {}, 0, /^ok: .*11 minutes ago/],
  ['lost before BACKUP_COMMAND took it', {}, 7, /^error: .*not there anymore.*→.*log/],
])('judges the files: %s', async (_what, files, status, expected) => {
  const database = join(newPlace(), 'tarot.db');
  const backups = join(database, '..', 'backups');
  mkdirSync(backups);
  for (const [name, make] of Object.entries(files)) make(join(backups, name));
  const sent = status === null ? {} : { sent: { status, seconds: 1, words: 'no route' } };
  const { last } = made(minutes(11), { file: join(backups, asRecorded), ...sent });
  const settings = { ...weekly, hourly: 24 };
  const facts = { last, settings, failed: null, settingsSince: null, now };
  expectFinding(await checkBackup(database, facts, true, tools), expected);
});

describe('BACKUP_COMMAND', () => {
  test.each([
    ['rclone copy "$1" elsewhere:x', ['rclone']],
    ["restic backup --host a '$1' && restic forget --keep 'a; b'", ['restic', 'restic']],
    ['A=1 B="a b" exec /opt/x.sh "$1" >>/var/log/x 2>&1 | logger', ['/opt/x.sh', 'logger']],
    ['if test -d /mnt/x; then cp "$1" /mnt/x; fi', ['test', 'cp']],
    ['gpg -e <"$1" | aws s3 cp - "s3://x/$(date +%F)"', ['gpg', 'aws']],
    ['time nohup send "$1" && timeout 60 restic check', ['send', 'restic']],
    ['"/opt/my tools/send" "$1"', []],
    ['$HOME/bin/send "$1"', []],
    ['send() { cp "$1" /mnt; }; send "$1"', []],
  ])('%s calls %j', (line, programs) => {
    expect(programsOf(line)).toEqual(programs);
  });

  test('is reported when one of its programs is not installed', async () => {
    const command = 'gpg-none <"$1" | cat >/mnt/x';
    const finding = await checkBackup(join(newPlace(), 'tarot.db'), null, true, { ...tools, command });
    expectFinding(finding, /^error: .*calls gpg-none, which isn’t installed here.*→.*Install it/);
  });

  test('is not reported as missing when its programs exist', async () => {
    const command = 'cat "$1" >/mnt/x';
    const finding = await checkBackup(join(newPlace(), 'tarot.db'), null, true, { ...tools, command });
    expect(finding.state).toBe('ok');
  });
});
