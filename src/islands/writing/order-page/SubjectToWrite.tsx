import type { RefObject } from 'react';
import type { ReaderDesk } from '../../../client/dashboards/reader-desk.ts';
import type { ReaderOrder } from '../../../shared/orders/orders.ts';
import { CommentList } from '../../comments/CommentList.tsx';
import { useBusinessDays } from '../../desk/business-days-context.ts';
import { Changes } from '../../readings/Changes.tsx';
import { Revisions } from '../../readings/Revisions.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { Fact } from '../../ui/Fact.tsx';
import { showPassage } from '../caret-in-view.ts';
import { DueFact } from '../DueFact.tsx';
import { useMinute } from '../use-minute.ts';
import { useWriting } from '../use-writing.ts';
import { OrderSubject } from './OrderSubject.tsx';

interface SubjectToWriteProps {
  desk: ReaderDesk;
  order: ReaderOrder;
  /** Where it is written. */
  contentField: RefObject<HTMLTextAreaElement | null>;
}

/** What one writes about, and what became of the text if it came back. */
export function SubjectToWrite({ desk, order, contentField }: SubjectToWriteProps) {
  return (
    <OrderSubject
      desk={desk}
      order={order}
      brief={<Brief order={order} />}
      before={
        order.status === 'rejected' && <CommentsOnIt desk={desk} order={order} contentField={contentField} />
      }
      facts={
        <Fact label="Due">
          <DueFact order={order} />
        </Fact>
      }
    >
      <WrittenSoFar desk={desk} order={order} />
    </OrderSubject>
  );
}

/** Whom the letter begins with, and by when it is due. */
function Brief({ order: { readingAddresseeName, dueAt, waitsSince } }: { order: ReaderOrder }) {
  const now = useMinute();
  const { dueLabel, waiting } = useBusinessDays();
  const due = dueAt ? dueLabel(dueAt, now) : null;
  return (
    <span className="flex flex-wrap gap-x-2 text-sm text-quiet">
      <span className="max-w-full truncate">
        Dear <bdi>{readingAddresseeName}</bdi>
      </span>
      <span className={classNames('shrink-0', due?.isLate && 'font-semibold text-tone-error')}>
        · {due ? due.text : waitsSince && waiting(waitsSince)}
      </span>
    </span>
  );
}

/** Rendered again at every key. */
function CommentsOnIt({ desk: { writing }, order, contentField }: SubjectToWriteProps) {
  const { fields, rejected } = useWriting(writing, order);
  return (
    rejected && (
      <CommentList
        reading={rejected}
        text={fields.content}
        done={writing.doneOf(rejected.orderId)}
        onShow={(passage) => contentField.current && showPassage(contentField.current, passage)}
      />
    )
  );
}

/** What became of a text that came back: what was changed since, and every version of it. Rendered again at every key. */
function WrittenSoFar({ desk, order }: Pick<SubjectToWriteProps, 'desk' | 'order'>) {
  const { fields, rejected } = useWriting(desk.writing, order);
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
