import type { RefObject } from 'react';
import type { ReaderDesk } from '../../../client/dashboards/reader-desk.ts';
import type { ReaderOrder } from '../../../shared/orders/orders.ts';
import { Fact } from '../../ui/Fact.tsx';
import { DueFact } from '../DueFact.tsx';
import { PassageComments } from '../PassageComments.tsx';
import { useWriting } from '../use-writing.ts';
import { Comparison } from './Comparison.tsx';
import { Feedback } from './Feedback.tsx';
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
      before={
        order.status === 'rejected' && (
          <>
            <Feedback desk={desk} orderId={order.id} />
            <CommentsOnIt desk={desk} contentField={contentField} />
          </>
        )
      }
      facts={
        <Fact label="Due">
          <DueFact order={order} />
        </Fact>
      }
    >
      <WrittenSoFar desk={desk} />
    </OrderSubject>
  );
}

/** Drawn anew at every key. */
function CommentsOnIt({ desk, contentField }: Omit<SubjectToWriteProps, 'order'>) {
  return <PassageComments desk={desk} writing={useWriting(desk)} contentField={contentField} />;
}

/** Drawn anew at every key. */
function WrittenSoFar({ desk }: { desk: ReaderDesk }) {
  return <Comparison desk={desk} writing={useWriting(desk)} />;
}
