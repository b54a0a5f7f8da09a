import { messageOf } from '../../../client/api.ts';
import { handsOnFocus } from '../hands-on-focus.ts';

export function LoadProblem(props: { error: unknown; fallback: string; onRetry: () => void }) {
  const { error, fallback, onRetry } = props;
  return (
    <div
      ref={handsOnFocus}
      role="alert"
      className="flex flex-wrap items-center gap-3 rounded-field border border-error px-4 py-3"
    >
      <p className="min-w-0 flex-1 basis-40 wrap-anywhere">
        {typeof error === 'string' ? error : messageOf(error, fallback)}
      </p>
      <button type="button" className="btn btn-sm" onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}
