import type { Toast } from './toasts.ts';

/** How long a toast stays (docs/product.md §9). */
export const toastDurationMs = 5_000;

/** How long it takes to read a character of bad news, in milliseconds. */
const readingMs = 60;

/** @returns how long a toast stays: what went wrong for as long as it takes to read */
export function toastDuration({ title, description = '', variant }: Toast): number {
  const length = variant === 'destructive' ? title.length + description.length : 0;
  return Math.max(toastDurationMs, length * readingMs);
}
