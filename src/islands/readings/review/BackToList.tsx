import { useAdminDesk } from '../../desk/desk-context.ts';

/** The way from a reading back to the list where there is no room for both. */
export function BackToList() {
  const { review } = useAdminDesk();
  return (
    <button type="button" className="btn btn-ghost btn-sm" onClick={review.leave}>
      <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4">
        <path d="M10 3 5 8l5 5" fill="none" stroke="currentColor" strokeWidth="1.5" />
      </svg>
      All readings
    </button>
  );
}
