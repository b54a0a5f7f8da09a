export function Chevron({ isUp }: { isUp: boolean }) {
  return (
    <svg
      viewBox="0 0 16 16"
      aria-hidden="true"
      className={isUp ? 'size-4 shrink-0 rotate-180' : 'size-4 shrink-0'}
    >
      <path d="m3 6 5 5 5-5" fill="none" stroke="currentColor" strokeWidth="1.5" />
    </svg>
  );
}
