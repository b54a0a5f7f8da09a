import { messageOf } from '../../../client/api.ts';
import { Button } from '../Button.tsx';
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
      <Button onClick={onRetry}>Try again</Button>
    </div>
  );
}
