const look =
  'inline-block size-[1.25em] animate-spin rounded-full border-2 border-current/25 border-t-current';

/** Announced with a label; without, the text beside it says so. */
export function Spinner({ label }: { label?: string }) {
  return label ? (
    <span className={look} role="status" aria-label={label} />
  ) : (
    <span className={look} aria-hidden="true" />
  );
}
