import { z } from '../../../shared/zod.ts';
import { type BackupFacts, type BackupTrouble, judgeBackups } from '../../backups/judge-backups.ts';
import { type Finding, failed, ok, sizeText, spanText, warning } from './finding.ts';

interface NotedBackups extends Omit<BackupFacts, 'last'> {
  /** The stored fact about the last backup; null without one. */
  fact: string | null;
  /** Whether customers pay real money. */
  isLive: boolean;
}

const factSchema = z.looseObject({
  at: z.number(),
  bytes: z.number().optional(),
  sent: z.object({ status: z.number().nullable(), seconds: z.number(), words: z.string() }).optional(),
});

const byHand =
  'Switch them on in Settings, Backups & health: the service then makes them by itself. npm run backup -- FILE makes one now. Have them taken to another machine, as docs/backups.md says.';
const byThemselves =
  'Look into the log for why, and into docs/backups.md. Until they are made again, use npm run backup -- FILE.';

/** Checks the backups by the same rules as the alerts. */
export function checkBackup({ fact, isLive, ...facts }: NotedBackups): Finding {
  const advice = facts.settings.isOn ? byThemselves : byHand;
  const read = fact === null ? null : factSchema.safeParse(parse(fact));
  if (read && !read.success) return failed('What the last backup has noted cannot be read.', advice);
  const last = read?.data ?? null;
  const troubles = judgeBackups({ ...facts, last });
  const found = [lastInWords(last, facts.now), ...troubles.map((trouble) => inWords(trouble, facts, last))];
  const words = found.filter((sentence) => sentence !== '').join(' ');
  if (troubles.length === 0) return ok(words);
  return isLive ? failed(words, advice) : warning(words, advice);
}

function lastInWords(last: z.infer<typeof factSchema> | null, now: number): string {
  if (last === null) return 'No backup was ever made.';
  const age = Math.max(0, now - last.at);
  const size = last.bytes === undefined ? '' : ` (${sizeText(last.bytes)})`;
  return `The last one was made ${age < 60_000 ? 'just now' : `${spanText(age)} ago`}${size}.`;
}

function inWords(
  trouble: BackupTrouble,
  { failed: why }: Pick<BackupFacts, 'failed'>,
  last: BackupFacts['last'],
) {
  if (trouble === 'failed') return `The last attempt failed: “${why?.why}”.`;
  return trouble === 'unsent' ? `BACKUP_COMMAND failed to take it elsewhere: “${last?.sent?.words}”.` : '';
}

function parse(fact: string): unknown {
  try {
    return JSON.parse(fact);
  } catch {
    return null;
  }
}
