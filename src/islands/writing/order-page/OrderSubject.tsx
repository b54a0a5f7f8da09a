import { type ReactNode, useId, useState } from 'react';
import type { ReaderDesk } from '../../../client/dashboards/reader-desk.ts';
import { readingTypeNames } from '../../../client/format.ts';
import { directionOf } from '../../../shared/direction.ts';
import type { ReaderOrder } from '../../../shared/orders/orders.ts';
import { questionOf } from '../../../shared/orders/reading-types.ts';
import { DrawnCards } from '../../cards/DrawnCards.tsx';
import { useBusinessDays } from '../../desk/business-days-context.ts';
import { OrderQuestions } from '../../notes/OrderQuestions.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { Chevron } from '../../ui/drawings/Chevron.tsx';
import { WhenFetched } from '../../ui/errors/WhenFetched.tsx';
import { Fact } from '../../ui/Fact.tsx';
import { TypedText } from '../../ui/TypedText.tsx';

interface OrderSubjectProps {
  desk: ReaderDesk;
  order: ReaderOrder;
  /** What stays in view below the question where there is one column. */
  brief?: ReactNode;
  /** What comes first. */
  before?: ReactNode;
  /** Facts of the one or the other page. */
  facts?: ReactNode;
  /** What comes last. */
  children?: ReactNode;
}

/**
 * What a reading is about. Where there is one column, all but the question is one tap away, and on a phone with it what
 * else stands around the text (desk.css).
 */
export function OrderSubject({ desk, order, brief, before, facts, children }: OrderSubjectProps) {
  const [isOpen, setIsOpen] = useState(false);
  const about = useId();
  const { date } = useBusinessDays();
  const question = questionOf(order);
  return (
    <section aria-label="What it is about">
      <button
        type="button"
        className="flex min-h-11 w-full cursor-pointer items-center gap-2 px-4 text-left sm:px-6 roomy:hidden"
        data-unfolds
        aria-expanded={isOpen}
        aria-controls={about}
        onClick={() => setIsOpen(!isOpen)}
      >
        <span className="min-w-0 grow">
          <span dir={directionOf(question)} title={question} className="block truncate font-display">
            {question}
          </span>
          {!isOpen && brief}
        </span>
        <Chevron isUp={isOpen} />
      </button>
      <div
        id={about}
        className={classNames(
          'grid-cols-[minmax(0,1fr)] gap-5 px-4 pt-1 pb-4 sm:px-6 roomy:grid roomy:p-0',
          isOpen ? 'grid' : 'hidden',
        )}
      >
        {before}
        <h2 dir={directionOf(question)} className="text-xl leading-snug wrap-anywhere">
          {question}
        </h2>
        <dl className="grid grid-cols-2 gap-3">
          {facts}
          <Fact label="Name to address">{order.readingAddresseeName}</Fact>
          <Fact label="Customer">{order.customerName}</Fact>
          <Fact label="Assigned">{date(order.assignedAt ?? order.createdAt)}</Fact>
          <Fact label="Reading type">{readingTypeNames[order.readingType] ?? order.readingType}</Fact>
        </dl>
        {order.backgroundContext && (
          <div>
            <h3 className="font-sans text-sm text-quiet">Background context</h3>
            <TypedText className="max-w-prose leading-relaxed" text={order.backgroundContext} />
          </div>
        )}
        <OrderQuestions desk={desk} orderId={order.id} canAsk={order.status !== 'completed'} />
        <EarlierReadings desk={desk} orderId={order.id} />
        {children}
      </div>
    </section>
  );
}

/** What the customer asked before and was sent. Nothing for a new customer, or when the admin keeps it back. */
function EarlierReadings({ desk, orderId }: { desk: ReaderDesk; orderId: string }) {
  const { date } = useBusinessDays();
  return (
    <WhenFetched fetched={desk.earlierOf(orderId)} fallback="The earlier readings could not be loaded.">
      {(earlier) =>
        earlier.length > 0 && (
          <section aria-labelledby={`earlier-${orderId}`} className="grid gap-2">
            <h3 id={`earlier-${orderId}`} className="font-sans text-sm text-quiet">
              Earlier readings for this customer
            </h3>
            {earlier.map((reading) => (
              <Disclosure
                key={reading.orderNumber}
                summary={
                  <span className="wrap-anywhere">
                    <bdi>{questionOf(reading)}</bdi>{' '}
                    <span className="font-normal whitespace-nowrap text-quiet">
                      {date(reading.deliveredAt)}
                    </span>
                  </span>
                }
              >
                <div className="mt-2 grid max-w-prose gap-3 border-l border-hairline pl-4">
                  <DrawnCards cards={reading.cards} />
                  <TypedText className="font-display leading-relaxed" text={reading.content} />
                </div>
              </Disclosure>
            ))}
          </section>
        )
      }
    </WhenFetched>
  );
}
