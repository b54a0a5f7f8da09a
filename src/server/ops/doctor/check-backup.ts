import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, lstat, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type DatabaseState, describeDefect } from '../../../../db/examine.ts';
import { commandToGive, userName } from '../../../../db/files.ts';
import { plural } from '../../../shared/counted-text.ts';
import { formatSize, type LastBackup } from '../../../shared/ops/backup-schema.ts';
import { backupFolder, listBackups } from '../backups/backup-files.ts';
import { type BackupFacts, findBackupProblems } from '../backups/backup-problems.ts';
import { combineFindings, error, type Finding, ok, spanText, warning } from './finding.ts';

const byHand =
  'Turn them on in Settings, Backups and health: the service then makes them automatically. npm run backup -- FILE makes one now. Keep copies on another machine, as docs/backups.md says.';
const byThemselves =
  'Check the log for the reason, and see docs/backups.md. Until they work again, use npm run backup -- FILE.';

/** The database, its recorded backups (null before the first start), and ports. */
interface Look {
  databasePath: string;
  facts: BackupFacts | null;
  /** Reports a problem as an error in a live shop, and as a warning elsewhere. */
  judge: typeof error;
  examine: (path: string) => Promise<DatabaseState | null>;
  command: string | null;
  env: Record<string, string>;
  mayUse: (folder: string) => Promise<boolean>;
  user: number | undefined;
}

/**
 * Checks the backup folder and the newest copy in it; in a live shop problems are errors, elsewhere warnings.
 * @param facts null before the first start
 */
export async function checkBackup(
  databasePath: string,
  facts: BackupFacts | null,
  isLive: boolean,
  tools: Pick<Look, 'examine' | 'command' | 'env'>,
  view: Pick<Look, 'mayUse' | 'user'> = { mayUse: mayUseFolder, user: process.getuid?.() },
): Promise<Finding> {
  const look = { databasePath, facts, judge: isLive ? error : warning, ...tools, ...view };
  const isFolderUsed = facts === null || facts.settings.isOn;
  const parts = isFolderUsed ? [checkFolder, checkCopies, checkCommand, checkNewest] : [checkCopies];
  return combineFindings(...(await Promise.all(parts.map((part) => part(look)))));
}

const mayUseFolder = (folder: string) =>
  access(folder, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );

/** Finds programs of BACKUP_COMMAND that are not installed, before the first copy is made. */
async function checkCommand({ command, env, judge }: Look): Promise<Finding | null> {
  const missing: string[] = [];
  for (const program of programsOf(command ?? '')) {
    const found = promisify(execFile)('/bin/sh', ['-c', 'command -v -- "$1"', 'sh', program], { env });
    await found.catch(() => missing.push(program));
  }
  if (missing.length === 0) return null;
  return judge`BACKUP_COMMAND calls ${missing.join(', ')}, which ${plural(missing.length, 'isn’t', 'aren’t')} installed here: no backup leaves this machine.
      Install ${plural(missing.length, 'it', 'them')} for the service’s user, or give ${plural(missing.length, 'its full path', 'their full paths')}.`;
}

const textOrRedirection = /\\.|'[^']*'|"(\\.|[^"\\])*"|\d*[<>]+&?\s*[^\s;&|()]*/g;
const wordsBefore =
  /^((\w+=\S*|[!{]|env|exec|nice|nohup|time|timeout\s+[\w.]+|if|then|else|while|until|do)\s+)+/;

/** Lists the program of each command in a shell line, without those that only a shell can determine. */
export function programsOf(line: string): string[] {
  if (/\w\s*\(\)/.test(line)) return [];
  const plain = line.replaceAll(textOrRedirection, (part) => (/^\d*[<>]/.test(part) ? ' ' : '"'));
  const firstWords = plain
    .split(/[;&|()\n]+/)
    .map((part) => part.trim().replace(wordsBefore, '').replace(/\s.*/s, ''));
  return firstWords.filter(
    (word) => /^[\w./+][\w./+-]*$/.test(word) && !/^(fi|done|for|case|esac)$/.test(word),
  );
}

/** Larger ones take too long here: each was checked when it was made. */
const maxExaminedBytes = 200e6;

async function checkNewest({ databasePath, examine, judge }: Look): Promise<Finding | null> {
  const newest = await findNewest(databasePath);
  if (newest === null || newest.bytes > maxExaminedBytes) return null;
  const state = await examine(newest.file);
  const defect = newest.bytes === 0 ? 'is empty' : state && describeDefect(state);
  if (defect === null || state?.problem?.startsWith('The library')) return null;
  return judge`The newest backup, ${newest.file}, ${defect}.
      Make another now, with npm run backup -- FILE, and check the disk.`;
}

/** Checks the folder; null if fine or not created yet. Never blocks the event loop, since its disk may hang. */
async function checkFolder({ databasePath, judge, mayUse, user }: Look): Promise<Finding | null> {
  const folder = backupFolder(databasePath);
  const place = await stat(folder).catch(() => null);
  if (place === null && (await lstat(folder).catch(() => null)) === null) return null;
  if (place === null)
    return judge`${folder} is a link to a folder that is not there: no backup can be made.
      Create that folder or mount its disk, or remove the link.`;
  if (!place.isDirectory())
    return judge`${folder} is not a folder: no backup can be made.
      Rename or remove that file.`;
  if (await mayUse(folder)) return null;
  const advice =
    place.uid === user
      ? `chmod u+rwx ${folder}. If it already has these rights, its disk is read-only, or the unit’s ReadWritePaths= lacks it.`
      : `Run doctor as the service’s user. If you already are, run: ${commandToGive(await realpath(folder), userName())}`;
  return judge`User ${userName()} cannot write to ${folder}: no backup can be made.
      ${advice}`;
}

/** Judges the copies by their files: the record of the last one may be out of date. */
async function checkCopies({ facts, databasePath, judge }: Look): Promise<Finding> {
  if (facts === null) return ok`Backups begin with the first start.`;
  const { settings, last, failed, now } = facts;
  // BACKUP_COMMAND may move a copy away.
  const isGone = last !== null && last.sent?.status !== 0 && !(await isFile(last.file));
  const real = settings.isOn && (isGone || last === null) ? await findNewest(databasePath) : last;
  const troubles = findBackupProblems({ ...facts, last: real && { ...last, ...real } });
  // After the database was moved, its copies are in the new place.
  const isLost = isGone && (real === null || real === last || real.at < last.at);
  const found = isLost ? [`The file of the last one, ${last.file}, is not there anymore.`] : [];
  if (!isLost || real !== null) found.push(describeLast(real, now));
  if (troubles.includes('failed')) found.push(`The last attempt failed: “${failed?.why}”.`);
  const unsent = troubles.includes('unsent') ? last?.sent : undefined;
  if (unsent) found.push(`BACKUP_COMMAND failed to copy it to another place: “${unsent.words}”.`);
  const words = found.join(' ');
  if (troubles.length === 0 && !(isGone && real === null)) return ok`${words}`;
  return judge`${words}
      ${settings.isOn ? byThemselves : byHand}`;
}

async function findNewest(databasePath: string) {
  const folder = backupFolder(databasePath);
  const [newest] = await listBackups(folder, databasePath);
  return newest ? { ...newest, file: join(folder, newest.name), seconds: 0 } : null;
}

const isFile = (path: string) =>
  stat(path).then(
    (place) => place.isFile(),
    () => false,
  );

function describeLast(last: LastBackup | null, now: number): string {
  if (last === null) return 'No backup has been made yet.';
  const age = Math.max(0, now - last.at);
  const size = last.bytes === undefined ? '' : ` (${formatSize(last.bytes)})`;
  return `The last one was made ${age < 60_000 ? 'just now' : `${spanText(age)} ago`}${size}.`;
}
