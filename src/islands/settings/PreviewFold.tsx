import type { ReactNode } from 'react';

/** Folded: what is written, as customers will see it. */
export function PreviewFold({ children }: { children: ReactNode }) {
  return (
    <details className="max-w-[65ch] rounded-field border border-hairline px-4 py-2">
      <summary className="cursor-pointer font-semibold">Preview</summary>
      <div className="mt-2 space-y-3 pb-2 leading-relaxed">{children}</div>
    </details>
  );
}
