import { useStore } from '@nanostores/react';
import type { CustomerDesk } from '../../client/customers/customer-desk.ts';
import { formatDollars } from '../../client/format.ts';
import type { Customer } from '../../shared/notes/customer.ts';
import type { Note } from '../../shared/notes/notes.ts';
import { useBusinessDays } from '../desk/business-days-context.ts';
import { NoteEditor } from '../notes/NoteEditor.tsx';
import { LoadProblem } from '../ui/errors/LoadProblem.tsx';
import { Fact } from '../ui/Fact.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { TypedText } from '../ui/TypedText.tsx';
import { CustomerMails } from './CustomerMails.tsx';
import { CustomerOrders } from './CustomerOrders.tsx';

/** Everything about one mail address: orders, money, mails, and what we noted. */
export function CustomerPage({ desk, orderId }: { desk: CustomerDesk; orderId: string }) {
  const { customer, note } = desk;
  const { data, error } = useStore(customer.$state);
  return (
    <>
      <p className="mb-3">
        <a className="text-link" href={`/admin/dashboard?order=${encodeURIComponent(orderId)}`}>
          Back to the order
        </a>
      </p>
      {error && (
        <LoadProblem error={error} fallback="The customer could not be loaded." onRetry={customer.refresh} />
      )}
      {!data && !error && (
        <div role="status" aria-label="Loading the customer" className="grid gap-4">
          <Skeleton className="h-12" />
          <Skeleton className="h-72" />
        </div>
      )}
      {data && (
        <>
          <Head customer={data} />
          <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
            <div className="grid min-w-0 gap-6">
              <CustomerOrders orders={data.orders} hasOlder={data.hasOlder} shownFirst={orderId} />
              <CustomerMails customer={data} />
            </div>
            <section aria-labelledby="notes-heading" className="panel grid gap-4 p-4 sm:p-5">
              <h3 id="notes-heading" className="text-lg">
                Notes
              </h3>
              <NoteEditor
                form={note}
                label="Write a note"
                hint="Only admins see it, with every order from this address."
              />
              {data.notes.length > 0 && <NoteList label="Notes on this customer" notes={data.notes} />}
            </section>
          </div>
        </>
      )}
    </>
  );
}

function Head({ customer }: { customer: Customer }) {
  const { email, orders, totals } = customer;
  const names = [...new Set(orders.map(({ customerName }) => customerName))];
  return (
    <header className="mb-6 grid gap-4">
      <div className="min-w-0">
        <h2 className="text-2xl wrap-anywhere">{names.join(' · ')}</h2>
        <p className="wrap-anywhere text-quiet">{email}</p>
      </div>
      <dl className="grid grid-cols-2 gap-x-8 gap-y-3 tabular-nums sm:flex sm:flex-wrap">
        <Fact label="Orders">{totals.orders}</Fact>
        {totals.attempts > 0 && <Fact label="Never paid">{totals.attempts}</Fact>}
        <Fact label="Awaiting payment">{totals.open}</Fact>
        <Fact label="Paid">{formatDollars(totals.paid)}</Fact>
        <Fact label="Refunded">{formatDollars(totals.refunded)}</Fact>
        {totals.refunding > 0 && <Fact label="Refund pending">{formatDollars(totals.refunding)}</Fact>}
      </dl>
    </header>
  );
}

interface NoteListProps {
  label: string;
  notes: Note[];
}

/** Notes as they were written; a new one is read out. */
function NoteList({ label, notes }: NoteListProps) {
  const { happened } = useBusinessDays();
  return (
    <div role="log" aria-label={label}>
      <ol className="grid gap-3">
        {notes.map(({ id, text, author, createdAt }) => (
          <li key={id} className="min-w-0 border-l-2 border-primary pl-3">
            <p className="flex flex-wrap gap-x-2 text-sm">
              <span className="min-w-0 font-semibold wrap-anywhere">{author}</span>
              <time dateTime={createdAt} className="text-quiet">
                {happened(createdAt)}
              </time>
            </p>
            <TypedText className="max-w-prose" text={text} />
          </li>
        ))}
      </ol>
    </div>
  );
}
