import type { ReactNode } from 'react';
import { SubmitButton } from '../../ui/Button.tsx';
import { FetchedSection } from '../../ui/errors/WhenFetched.tsx';
import { CheckboxField } from '../../ui/forms/choices.tsx';
import { onlyChanged, useForm } from '../../ui/forms/use-form.ts';
import { useDeskStore } from '../desk/desk-hooks.ts';
import type { SavedSettings } from '../desk/saved-settings.ts';
import { createSettingsDesk } from './settings-store.ts';

/**
 * Renders the switch for Apple Pay and Google Pay.
 * @param props.stripeSetUp the command that registers the shop's address with Stripe
 */
export function WaysToPayCard({ stripeSetUp }: { stripeSetUp: string }) {
  return (
    <SwitchesCard
      desk={useDeskStore(createSettingsDesk).payment}
      heading="Ways to pay"
      switches={{
        wallets: {
          label: 'Apple Pay and Google Pay',
          hint: (
            <>
              Offered in addition to cards, on devices that support them. First run <code>{stripeSetUp}</code>{' '}
              to register the shop’s address with Stripe.
            </>
          ),
        },
      }}
    />
  );
}

/** Renders the switch that shows readers earlier readings for the same customer. */
export function ReaderViewCard() {
  return (
    <SwitchesCard
      desk={useDeskStore(createSettingsDesk).readers}
      heading="What readers see"
      switches={{
        showEarlierReadings: {
          label: 'Earlier readings for the same customer',
          hint: 'Readers see earlier questions and delivered readings of the same customer, never the email address.',
        },
      }}
    />
  );
}

/** Renders the switches for emails about refunds, disputes and late readings, and for the reading as a PDF. */
export function MailsCard() {
  return (
    <SwitchesCard
      desk={useDeskStore(createSettingsDesk).mails}
      heading="Email when something happens"
      switches={{
        refunds: {
          label: 'Refund',
          hint: 'Tells the customer the amount, the card and whether a reading is still coming. If the refund fails later, they get another email.',
        },
        disputes: {
          label: 'Dispute closed',
          hint: 'Tells the customer whether work on their reading continues.',
        },
        lateReadings: {
          label: 'Late reading',
          hint: 'One business day before a reading is due, admins get an alert and an email, and can send the customer a new date. Nothing is sent to the customer automatically.',
        },
        readingPdf: {
          label: 'Attach the reading as a PDF to the delivery email',
          hint: 'Left out if the reading has characters the PDF’s font lacks, such as emoji or Hebrew.',
        },
      }}
    />
  );
}

type Switches<Name extends string> = Record<Name, boolean>;

type SwitchesCardProps<Name extends string> = {
  desk: SavedSettings<Switches<Name>>;
  heading: string;
  switches: Record<Name, { label: string; hint: ReactNode }>;
};

function SwitchesCard<Name extends string>(props: SwitchesCardProps<Name>) {
  return (
    <FetchedSection title={props.heading} isTitled={false} fetched={props.desk.settings} what="settings">
      {(known) => <SwitchesForm {...props} known={known} />}
    </FetchedSection>
  );
}

function SwitchesForm<Name extends string>(props: SwitchesCardProps<Name> & { known: Switches<Name> }) {
  const { desk, heading, switches, known } = props;
  const { fields, isBusy, write, onSubmit } = useForm({
    stored: known,
    toSent: onlyChanged,
    save: desk.save,
  });
  return (
    <form aria-label={heading} className="grid max-w-prose gap-4" onSubmit={onSubmit}>
      {(Object.keys(switches) as Name[]).map((name) => (
        <CheckboxField
          key={name}
          {...switches[name]}
          checked={fields[name]}
          onChange={(isOn) => write({ [name]: isOn } as Partial<Switches<Name>>)}
        />
      ))}
      <SubmitButton isBusy={isBusy}>Save</SubmitButton>
    </form>
  );
}
