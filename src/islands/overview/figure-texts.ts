import { formatNumber } from '../../client/format.ts';

export function share(part: number, whole: number): string {
  return whole === 0 ? '–' : `${Math.round((part / whole) * 100)} %`;
}

/** Overdue orders count as late. */
export function onTimeShare(figures: { onTime: number; delivered: number; overdue: number }): string {
  return share(figures.onTime, figures.delivered + figures.overdue);
}

export function daysText(hours: number | null): string {
  return hours === null ? '–' : formatNumber(Math.round((hours / 24) * 10) / 10);
}
