import { constants } from 'node:fs';
import { access, lstat, realpath, stat } from 'node:fs/promises';
import { commandToGive, userName } from '../../../../db/files.ts';
import type { LastBackup } from '../../../shared/ops/backups.ts';
import { formatSize } from '../../../shared/ops/sizes.ts';
import { backupFolder } from '../backups/backup-files.ts';
import { type BackupFacts, findBackupProblems } from '../backups/backup-problems.ts';
import { combineFindings, error, type Finding, ok, spanText, warning } from './finding.ts';

const byHand =
  'Turn them on in Settings, Backups & health: the service then makes them automatically. npm run backup -- FILE makes one now. Keep copies on another machine, as docs/backups.md says.';
const byThemselves =
  'Check the log for the reason, and see docs/backups.md. Until they work again, use npm run backup -- FILE.';

const mayUseFolder = (folder: string) =>
  access(folder, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );

/** Checks the folder of the backups, and how old they are. @param facts null before the first start */
export async function checkBackup(
  databasePath: string,
  facts: BackupFacts | null,
  isLive: boolean,
  view = { mayUse: mayUseFolder, user: process.getuid?.() },
): Promise<Finding> {
  return combineFindings(
    facts === null || facts.settings.isOn
      ? await checkFolder(backupFolder(databasePath), isLive, view)
      : null,
    facts === null ? ok('Backups begin with the first start.') : checkCopies(facts, isLive),
  );
}

/**
 * Returns null when nothing is wrong with the folder, or the service will make it. Its disk may hang, so it is never
 * waited for in the event loop.
 */
async function checkFolder(
  folder: string,
  isLive: boolean,
  { mayUse, user }: { mayUse: typeof mayUseFolder; user: number | undefined },
): Promise<Finding | null> {
  const judge = isLive ? error : warning;
  const place = await stat(folder).catch(() => null);
  if (place === null) {
    if ((await lstat(folder).catch(() => null)) === null) return null;
    return judge(
      `${folder} is a link to a folder that is not there: no backup can be made.`,
      'Create that folder or mount its disk, or remove the link.',
    );
  }
  if (!place.isDirectory()) {
    return judge(`${folder} is not a folder: no backup can be made.`, 'Rename or remove that file.');
  }
  if (await mayUse(folder)) return null;
  return judge(
    `User ${userName()} cannot write to ${folder}: no backup can be made.`,
    place.uid === user
      ? `chmod u+rwx ${folder}. If that is so already, its disk is read-only, or the unit lacks it in ReadWritePaths=.`
      : `Run doctor as the service’s user. If this is that user: ${commandToGive(await realpath(folder), userName())}`,
  );
}

function checkCopies(facts: BackupFacts, isLive: boolean): Finding {
  const { settings, last, failed, now } = facts;
  const advice = settings.isOn ? byThemselves : byHand;
  const troubles = findBackupProblems(facts);
  const found = [describeLast(last, now)];
  if (troubles.includes('failed')) found.push(`The last attempt failed: “${failed?.why}”.`);
  if (troubles.includes('unsent')) {
    found.push(`BACKUP_COMMAND failed to copy it to another place: “${last?.sent?.words}”.`);
  }
  const words = found.join(' ');
  if (troubles.length === 0) return ok(words);
  return isLive ? error(words, advice) : warning(words, advice);
}

function describeLast(last: LastBackup | null, now: number): string {
  if (last === null) return 'No backup has been made yet.';
  const age = Math.max(0, now - last.at);
  const size = last.bytes === undefined ? '' : ` (${formatSize(last.bytes)})`;
  return `The last one was made ${age < 60_000 ? 'just now' : `${spanText(age)} ago`}${size}.`;
}
