const look =
  'inline-block size-[1.25em] animate-spin rounded-full border-2 border-current/25 border-t-current';

/** Announced with a label; without, the text beside it says so. */
export function Spinner({ label }: { label?: string }) {
  const aria = label ? { role: 'status', 'aria-label': label } : { 'aria-hidden': true };
  return <span className={look} {...aria} />;
}
