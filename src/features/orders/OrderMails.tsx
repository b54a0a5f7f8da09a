import { useStore } from '@nanostores/react';
import type { RefObject } from 'react';
import { counted } from '../../shared/counted-text.ts';
import { cleanEmail } from '../../shared/email/email-address.ts';
import { limits } from '../../shared/limits.ts';
import { correctAddressSchema, type OrderMail } from '../../shared/orders/mails.ts';
import type { Order } from '../../shared/orders/order-schema.ts';
import { Button } from '../../ui/Button.tsx';
import { useFocusHandover } from '../../ui/dialogs/use-return-focus.ts';
import { WhenFetched } from '../../ui/errors/WhenFetched.tsx';
import { InputField } from '../../ui/forms/Field.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { passFocusOnRemoval } from '../../ui/pass-focus-on-removal.ts';
import { Badge } from '../../ui/pieces.tsx';
import { canResend, mailKindNames, mailLabels, mailStateText } from '../customers/order-mails.ts';
import { useDateFormats, useDeskStore, useRunning } from '../desk/desk-hooks.ts';
import { createOrderDesk } from './order-desk.ts';

/** Shows failed mails, to resend or readdress; renders nothing without any, or before they are loaded. */
export function FailedMails({ order }: { order: Order }) {
  const { orderActions } = useDeskStore(createOrderDesk);
  const { data = [] } = useStore(orderActions.mailsOf(order.id).$state);
  const isCorrected = useStore(orderActions.addressDraft(order.id).$fields) !== null;
  const { editor } = useFocusHandover<HTMLInputElement>(isCorrected);
  const failed = data.filter(({ state }) => state === 'failed');
  if (failed.length === 0) return null;
  return (
    <div ref={passFocusOnRemoval} className="grid gap-3 border-l-4 border-l-error pl-4">
      <ul aria-label="Emails that failed" className="grid gap-3">
        {failed.map((mail) => (
          <li key={mail.id} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
            <div className="min-w-0 flex-1 basis-64">
              <p className="font-semibold wrap-anywhere">
                {mailKindNames[mail.kind]} could not be delivered to {mail.to}
              </p>
              <ServerWords mail={mail} />
            </div>
            <ResendButton order={order} mail={mail} />
          </li>
        ))}
      </ul>
      {order.customerEmail && <AddressForm order={order} field={editor} />}
    </div>
  );
}

export function OrderMails({ order }: { order: Order }) {
  const { orderActions } = useDeskStore(createOrderDesk);
  const fetched = orderActions.mailsOf(order.id);
  const { data } = useStore(fetched.$state);
  return (
    <section aria-label="Emails" className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-3">
        <h3 className="text-lg">Emails</h3>
        {data?.some(({ state }) => state === 'queued') && (
          <Button className="btn btn-ghost btn-xs" onClick={() => void fetched.refresh()}>
            Check again
          </Button>
        )}
      </div>
      {!order.customerEmail && (
        <p className="text-quiet">The customer’s data was erased, so there is no address.</p>
      )}
      <WhenFetched fetched={fetched} what="emails" height="h-16">
        {(mails) =>
          mails.length === 0 ? (
            <p className="text-quiet">No emails yet.</p>
          ) : (
            <ul
              aria-label="Emails of this order"
              className="divide-y divide-base-300 border-t border-base-300"
            >
              {mails.map((mail) => (
                <MailRow key={mail.id} order={order} mail={mail} mails={mails} />
              ))}
            </ul>
          )
        }
      </WhenFetched>
    </section>
  );
}

type MailProps = { order: Order; mail: OrderMail };

function MailRow({ order, mail, mails }: MailProps & { mails: OrderMail[] }) {
  const days = useDateFormats();
  const { label, tone } = mailLabels[mail.state];
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="font-semibold">{mailKindNames[mail.kind]}</span>
          <Badge tone={tone}>{label}</Badge>
        </p>
        <p className="wrap-anywhere">{mail.to}</p>
        <p className="text-sm text-quiet">
          {mailStateText(mail, days)}
          {mail.state !== 'sent' && mail.attempts > 0 && <span> · {counted(mail.attempts, 'attempt')}</span>}
        </p>
        {mail.state !== 'failed' && <ServerWords mail={mail} />}
      </div>
      {mail.state !== 'failed' && canResend(mail, mails) && <ResendButton order={order} mail={mail} />}
    </li>
  );
}

function ServerWords({ mail: { lastError } }: { mail: OrderMail }) {
  return lastError ? (
    <p className="mt-1 text-sm wrap-anywhere">
      Error: <q>{lastError}</q>
    </p>
  ) : null;
}

function ResendButton({ order, mail }: MailProps) {
  const { orderActions } = useDeskStore(createOrderDesk);
  const running = useRunning(`order:${order.id}`);
  const task = `resend:${mail.id}`;
  return (
    <Button
      aria-label={running === task ? undefined : `Resend: ${mailKindNames[mail.kind]} to ${mail.to}`}
      task={task}
      running={running}
      busyLabel="Resending…"
      onClick={() => void orderActions.resend(order, mail)}
    >
      Resend
    </Button>
  );
}

/** Renders the form that corrects the customer's address. Saving resends the mails that did not arrive. */
export function AddressForm({
  order,
  field: editor,
}: {
  order: Order;
  field: RefObject<HTMLInputElement | null>;
}) {
  const { orderActions } = useDeskStore(createOrderDesk);
  const draft = orderActions.addressDraft(order.id);
  const fields = useStore(draft.$fields);
  const stored = { email: order.customerEmail };
  const { field, write, onSubmit } = useForm({
    stored,
    // The form is open as long as its draft exists, even before anything is typed.
    typed: [fields ?? {}, (update) => draft.write({ ...stored, ...update(fields ?? {}) })],
    schema: correctAddressSchema,
    toSent: ({ email }) => ({ email: cleanEmail(email) }),
    async save({ email }) {
      if (!(await orderActions.saveAddress(order, email))) editor.current?.focus();
      return false;
    },
  });
  const running = useRunning(`order:${order.id}`);
  const { data } = useStore(orderActions.mailsOf(order.id).$state);
  const moving = (data ?? []).filter(({ movesAlong }) => movesAlong).map(({ kind }) => mailKindNames[kind]);
  const hint =
    moving.length > 0
      ? `When you save, we’ll resend to the new address: ${moving.join(', ')}.`
      : data && 'Later emails will go there.';

  return (
    <form noValidate aria-label="Correct address" className="grid max-w-prose gap-2" onSubmit={onSubmit}>
      <InputField
        {...field('email')}
        label="New email address"
        hint={hint}
        ref={editor}
        type="email"
        spellCheck={false}
        limit={limits.emailCharacters}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" className="btn btn-sm btn-primary" task="address" running={running}>
          {moving.length > 0 ? 'Save & resend' : 'Save'}
        </Button>
        {fields && (
          <Button
            disabled={running !== undefined}
            onClick={() => {
              editor.current?.focus();
              write(stored);
              draft.clear();
            }}
          >
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}
