export function isoTime(time: number): string;
export function isoTime(time: number | null): string | null;
export function isoTime(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}

/** Formats a moment for a receipt: `Wednesday, November 25, 2026 at 2:03:05 PM EST` */
export function formatMoment(time: number, timeZone: string): string {
  return (
    new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'full', timeStyle: 'long' })
      .format(time)
      // Newer versions of Intl put a narrow blank before AM and PM.
      .replaceAll('\u202f', ' ')
  );
}

/** Formats a moment for the operator: `2026-11-25 19:03 UTC` */
export function formatUtc(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** Formats a moment for evidence: `November 22, 2026 at 10:03:12 AM UTC` */
export function formatEvidenceTime(time: number): string {
  const format = { dateStyle: 'long', timeStyle: 'medium', timeZone: 'UTC' } as const;
  return `${new Date(time).toLocaleString('en-US', format)} UTC`;
}
