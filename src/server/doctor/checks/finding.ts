import type { HealthFinding } from '../../../shared/health.ts';

/** What a check has found; the list of checks adds the check's name. */
export type Finding = Omit<HealthFinding, 'check'>;

export const ok = (found: string): Finding => ({ state: 'ok', found, advice: null });
export const warning = (found: string, advice: string): Finding => ({ state: 'warning', found, advice });
export const failed = (found: string, advice: string): Finding => ({ state: 'failed', found, advice });
export const skipped = (found: string): Finding => ({ state: 'skipped', found, advice: null });

/** @returns a number of bytes for people: `1.2 GB`, `340 MB` */
export function sizeText(bytes: number): string {
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(1)} GB`;
  if (bytes >= 1e6) return `${Math.round(bytes / 1e6)} MB`;
  return `${Math.ceil(bytes / 1e3)} kB`;
}

/** @returns a span in milliseconds for people: `40 seconds`, `3 hours` */
export function spanText(milliseconds: number): string {
  const spans: [number, string][] = [
    [86_400_000, 'day'],
    [3_600_000, 'hour'],
    [60_000, 'minute'],
    [1_000, 'second'],
  ];
  const [length, name] = spans.find(([span]) => milliseconds >= span) ?? [1_000, 'second'];
  const count = Math.round(milliseconds / length);
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}
