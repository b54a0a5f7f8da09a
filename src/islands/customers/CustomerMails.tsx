import { mailKindNames, mailStateText } from '../../client/orders/order-mails.ts';
import { canonicalEmail } from '../../shared/email-address.ts';
import type { Customer } from '../../shared/notes/customer.ts';
import { useBusinessDays } from '../desk/business-days-context.ts';
import { mailLabels } from '../orders/mail-labels.ts';
import { Badge } from '../ui/Badge.tsx';

/** What was mailed to a customer and what became of it, with the corrections of their address in between. */
export function CustomerMails({ customer }: { customer: Customer }) {
  const days = useBusinessDays();
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
    <section aria-labelledby="mails-heading" className="panel p-4 sm:p-5">
      <h3 id="mails-heading" className="mb-2 text-lg">
        Emails
      </h3>
      {lines.length === 0 && <p className="text-quiet">No emails yet.</p>}
      <ul aria-labelledby="mails-heading" className="divide-y divide-base-300">
        {lines.map(({ key, kind, mail, orderNumber, createdAt }) => (
          <li key={key} className="py-2.5">
            <p className="flex flex-wrap items-center gap-x-2">
              <span className="font-semibold wrap-anywhere">{kind}</span>
              {mail && <Badge tone={mailLabels[mail.state].tone}>{mailLabels[mail.state].label}</Badge>}
              <span className="text-sm text-quiet">
                {orderNumber} · <time dateTime={createdAt}>{days.happened(createdAt)}</time>
              </span>
            </p>
            {mail && canonicalEmail(mail.to) !== canonicalEmail(email) && (
              <p className="wrap-anywhere">to {mail.to}</p>
            )}
            {mail && <p className="text-sm text-quiet">{mailStateText(mail, days)}</p>}
            {mail?.lastError && (
              <p className="text-sm wrap-anywhere">
                The mail server said: <q>{mail.lastError}</q>
              </p>
            )}
          </li>
        ))}
      </ul>
      {hasOlderMails && <p className="mt-3 text-sm text-quiet">Older emails are listed with their orders.</p>}
    </section>
  );
}
