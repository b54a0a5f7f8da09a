import type { LastBackup } from '../../../shared/ops/backups.ts';
import { formatSize } from '../../../shared/sizes.ts';
import { type BackupFacts, findBackupProblems } from '../backups/backup-problems.ts';
import { error, type Finding, ok, spanText, warning } from './finding.ts';

export interface KnownBackups extends BackupFacts {
  last: LastBackup | null;
}

const byHand =
  'Turn them on in Settings, Backups & health: the service then makes them automatically. npm run backup -- FILE makes one now. Keep copies on another machine, as docs/backups.md says.';
const byThemselves =
  'Check the log for the reason, and see docs/backups.md. Until they work again, use npm run backup -- FILE.';

export function checkBackup(facts: KnownBackups, isLive: boolean): Finding {
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
