import { formatAmount } from '../../lib/format.ts';
import { canonicalEmail } from '../../shared/email/email-address.ts';
import { limits } from '../../shared/limits.ts';
import { questionOf } from '../../shared/orders/asked.ts';
import type { Customer, Note } from '../../shared/orders/customer.ts';
import type { Order } from '../../shared/orders/order-schema.ts';
import { adminStatusLabel } from '../../shared/orders/order-status.ts';
import { paymentBadges } from '../../shared/orders/payment-badges.ts';
import { nameOf } from '../../shared/people/signed-in-user.ts';
import { directionOf } from '../../shared/text.ts';
import { WhenFetched } from '../../ui/errors/WhenFetched.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { Badge, Fact } from '../../ui/pieces.tsx';
import { useDateFormats, useDraft } from '../desk/desk-hooks.ts';
import { AttributedText, TextForm } from './Conversation.tsx';
import type { CustomerDesk } from './customer-desk.ts';
import { mailKindNames, mailLabels, mailStateText } from './order-mails.ts';

/** Shows the orders, mails, and notes of an order's customer, with this order marked in the list. */
export function CustomerPage({ desk, orderId }: { desk: CustomerDesk; orderId: string }) {
  const { customer } = desk;
  return (
    <>
      <p className="mb-3">
        <a className="text-link" href={`/admin/dashboard?order=${encodeURIComponent(orderId)}`}>
          Back to the order
        </a>
      </p>
      <WhenFetched
        fetched={customer}
        what="the customer"
        fallback="The customer could not be loaded."
        height="h-96"
      >
        {(data) => (
          <>
            <Head customer={data} />
            <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
              <div className="grid min-w-0 gap-6">
                <CustomerOrders customer={data} shownFirst={orderId} />
                <CustomerMails customer={data} />
              </div>
              <section aria-label="Notes" className="panel grid gap-4 p-4 sm:p-5">
                <h3 className="text-lg">Notes</h3>
                <NoteForm desk={desk} />
                {data.notes.length > 0 && <NoteList notes={data.notes} />}
              </section>
            </div>
          </>
        )}
      </WhenFetched>
    </>
  );
}

function Head({ customer: { email, orders, totals } }: { customer: Customer }) {
  const names = [...new Set(orders.map(({ customerName }) => customerName))];
  const sumsOf = (name: 'paid' | 'refunded' | 'refunding') =>
    totals.money.map((sums) => formatAmount(sums[name], sums.currency)).join(' · ');
  return (
    <header className="mb-6 grid gap-4">
      <div className="min-w-0">
        <h2 className="text-2xl wrap-anywhere">{names.join(' · ')}</h2>
        <p className="wrap-anywhere text-quiet">{email}</p>
      </div>
      <dl className="grid grid-cols-2 gap-x-8 gap-y-3 tabular-nums sm:flex sm:flex-wrap">
        <Fact label="Orders">{totals.orders}</Fact>
        {totals.attempts > 0 && <Fact label="Never paid">{totals.attempts}</Fact>}
        <Fact label="Awaiting reading">{totals.open}</Fact>
        <Fact label="Paid">{sumsOf('paid')}</Fact>
        <Fact label="Refunded">{sumsOf('refunded')}</Fact>
        {totals.money.some(({ refunding }) => refunding > 0) && (
          <Fact label="Refund pending">{sumsOf('refunding')}</Fact>
        )}
      </dl>
    </header>
  );
}

function CustomerOrders({ customer, shownFirst }: { customer: Customer; shownFirst: string }) {
  return (
    <section aria-label="Orders" className="panel p-4 sm:p-5">
      <h3 className="mb-2 text-lg">Orders</h3>
      <ul aria-label="Orders" className="divide-y divide-base-300">
        {customer.orders.map((order) => (
          <OrderRow key={order.id} order={order} isCurrent={order.id === shownFirst} />
        ))}
      </ul>
      {customer.hasOlder && (
        <p className="mt-3 text-sm text-quiet">
          This customer has older orders. To see them, search for the email address.
        </p>
      )}
    </section>
  );
}

function OrderRow({ order, isCurrent }: { order: Order; isCurrent: boolean }) {
  const { id, orderNumber, createdAt, amount, refundedAmount, currency, assignedReader } = order;
  const payment = paymentBadges(order).slice(order.paymentStatus === 'paid' ? 1 : 0);
  const { date } = useDateFormats();
  return (
    <li className="grid gap-x-4 gap-y-1 py-2.5 sm:grid-cols-[7rem_minmax(0,1fr)_auto]">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 sm:block">
        <a
          className="text-link font-semibold tabular-nums"
          aria-current={isCurrent || undefined}
          href={`/admin/dashboard?order=${encodeURIComponent(id)}`}
        >
          {orderNumber}
        </a>
        <time dateTime={createdAt} className="block text-sm text-quiet">
          {date(createdAt)}
        </time>
      </p>
      <div className="min-w-0">
        <p dir={directionOf(questionOf(order))} className="wrap-anywhere">
          {questionOf(order)}
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-1">
          {[adminStatusLabel(order.status), ...payment].map(({ label, tone }) => (
            <Badge key={label} tone={tone}>
              {label}
            </Badge>
          ))}
          {assignedReader && (
            <span className="text-sm text-quiet wrap-anywhere">{nameOf(assignedReader)}</span>
          )}
        </p>
      </div>
      <p className="tabular-nums sm:text-right">
        {formatAmount(amount, currency)}
        {refundedAmount > 0 && (
          <span className="block text-sm text-quiet">{formatAmount(refundedAmount, currency)} refunded</span>
        )}
      </p>
    </li>
  );
}

/** Lists the mails to a customer and the corrections of their address, newest first. */
function CustomerMails({ customer }: { customer: Customer }) {
  const days = useDateFormats();
  const { email, mails, hasOlderMails, corrections } = customer;
  const lines = [
    ...mails.map((mail) => ({ ...mail, key: `mail ${mail.id}`, kind: mailKindNames[mail.kind], mail })),
    ...corrections.map((correction) => ({
      ...correction,
      key: `correction ${correction.orderId} ${correction.createdAt}`,
      kind: `Address corrected by ${correction.actor === 'customer' ? 'the customer' : correction.actor}`,
      mail: null,
    })),
  ].sort((a, b) => b.createdAt.localeCompare(a.createdAt));
  return (
    <section aria-label="Emails" className="panel p-4 sm:p-5">
      <h3 className="mb-2 text-lg">Emails</h3>
      {lines.length === 0 && <p className="text-quiet">No emails yet.</p>}
      <ul aria-label="Emails" className="divide-y divide-base-300">
        {lines.map(({ key, kind, mail, orderNumber, createdAt }) => (
          <li key={key} className="py-2.5">
            <p className="flex flex-wrap items-center gap-x-2">
              <span className="font-semibold wrap-anywhere">{kind}</span>
              {mail && <Badge tone={mailLabels[mail.state].tone}>{mailLabels[mail.state].label}</Badge>}
              <span className="text-sm text-quiet">
                {orderNumber} · <time dateTime={createdAt}>{days.dateTime(createdAt)}</time>
              </span>
            </p>
            {mail && canonicalEmail(mail.to) !== canonicalEmail(email) && (
              <p className="wrap-anywhere">to {mail.to}</p>
            )}
            {mail && <p className="text-sm text-quiet">{mailStateText(mail, days)}</p>}
            {mail?.lastError && (
              <p className="text-sm wrap-anywhere">
                Error: <q>{mail.lastError}</q>
              </p>
            )}
          </li>
        ))}
      </ul>
      {hasOlderMails && <p className="mt-3 text-sm text-quiet">Older emails are listed with their orders.</p>}
    </section>
  );
}

/** Lists notes. Screen readers announce a new one. */
function NoteList({ notes }: { notes: Note[] }) {
  return (
    <div role="log" aria-label="Notes on this customer">
      <ol className="grid gap-3">
        {notes.map(({ id, text, author, createdAt }) => (
          <li key={id} className="min-w-0">
            <AttributedText
              title={author}
              at={createdAt}
              words={text}
              className="border-l-2 border-primary pl-3"
            />
          </li>
        ))}
      </ol>
    </div>
  );
}

function NoteForm({ desk: { note } }: { desk: CustomerDesk }) {
  const form = useForm({
    stored: { text: '' },
    typed: useDraft(note.draft),
    check: ({ text }) => ({ text: text.trim() ? null : 'The note is empty.' }),
    save: ({ text }) => note.send(text),
  });
  return (
    <TextForm
      form={form}
      label="Write a note"
      hint="Only admins see it. It’s shown with every order from this address."
      limit={limits.noteCharacters}
      button="Add note"
      busyLabel="Adding…"
    />
  );
}
