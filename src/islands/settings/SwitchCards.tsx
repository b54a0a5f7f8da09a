import { useCommands } from '../desk/desk-context.ts';
import { SwitchesCard } from './SwitchesCard.tsx';
import { useSettings } from './use-settings.ts';

/** What customers can pay with beside the card. */
export function PaymentCard() {
  const { stripeSetUp } = useCommands();
  return (
    <SwitchesCard
      desk={useSettings().payment}
      heading="Ways to pay"
      switches={{
        wallets: {
          label: 'Apple Pay and Google Pay',
          hint: (
            <>
              Beside the card, for customers whose device has one of them. Stripe has to know the shop's
              address first: <code>{stripeSetUp}</code> tells it.
            </>
          ),
        },
      }}
    />
  );
}

/** What readers get to see beside an order. */
export function ReadersCard() {
  return (
    <SwitchesCard
      desk={useSettings().readers}
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

/** What is told when something happens, beside what belongs to every order. */
export function MailsCard() {
  return (
    <SwitchesCard
      desk={useSettings().mails}
      heading="Email when something happens"
      switches={{
        refunds: {
          label: 'Refund',
          hint: 'To the customer: the amount, the card, and whether a reading still comes. If the refund fails later, they are told.',
        },
        disputes: {
          label: 'A dispute is closed',
          hint: 'To the customer: whether their reading continues.',
        },
        lateReadings: {
          label: 'A reading will be late',
          hint: 'Admins are asked one business day before, by alert and mail, and can send the customer a new day. Nothing is sent to the customer automatically.',
        },
      }}
    />
  );
}
