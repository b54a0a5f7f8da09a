import type { ReaderDesk } from '../../../client/dashboards/reader-desk.ts';
import { Changes } from '../../readings/Changes.tsx';
import { Revisions } from '../../readings/Revisions.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import type { Writing } from '../use-writing.ts';

/** What became of a text that came back: what was changed since, and every version of it. */
export function Comparison({ desk, writing }: { desk: ReaderDesk; writing: Writing }) {
  const { fields, rejected } = writing;
  if (!rejected) return null;
  return (
    <>
      {fields.content !== rejected.content && (
        <Disclosure summary="What you have changed">
          <div className="mt-2 max-w-prose leading-relaxed as-typed">
            <Changes from={rejected.content} to={fields.content} />
          </div>
        </Disclosure>
      )}
      <Revisions newest={rejected.revision} fetched={desk.revisionsOf(rejected.orderId)} />
    </>
  );
}
