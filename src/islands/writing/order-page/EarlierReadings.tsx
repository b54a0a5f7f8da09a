import type { ReaderDesk } from '../../../client/dashboards/reader-desk.ts';
import { questionOf } from '../../../shared/orders/reading-types.ts';
import { DrawnCards } from '../../cards/DrawnCards.tsx';
import { useBusinessDays } from '../../desk/business-days-context.ts';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { WhenFetched } from '../../ui/errors/WhenFetched.tsx';
import { TypedText } from '../../ui/TypedText.tsx';

/** What the customer asked before and was sent. Nothing for a new customer, or when the admin keeps it back. */
export function EarlierReadings({ desk, orderId }: { desk: ReaderDesk; orderId: string }) {
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
