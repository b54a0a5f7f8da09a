import { useCommands } from '../desk/commands-context.ts';
import { SwitchesCard } from './SwitchesCard.tsx';
import { useSettings } from './use-settings.ts';

/** What customers can pay with beside the card. */
export function PaymentCard() {
  const { stripeSetUp } = useCommands();
  return (
    <SwitchesCard
      desk={useSettings().payment}
      heading="Ways to pay"
      isOnAtFirst={false}
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
      isOnAtFirst
      switches={{
        showEarlierReadings: {
          label: 'Earlier readings for the same customer',
          hint: 'Whoever writes for a customer sees what the same address asked before and was sent, whoever wrote it: questions and delivered readings, never the address.',
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
      heading="Mail when something happens"
      isOnAtFirst
      switches={{
        refunds: {
          label: 'Money was given back',
          hint: 'To the customer: how much, to the card they paid with, and whether a reading still comes. Should a refund fail later, they hear that too.',
        },
        disputes: {
          label: 'A dispute is closed',
          hint: 'To the customer, whose bank has decided: whether their reading goes on.',
        },
        lateReadings: {
          label: 'A reading will be late',
          hint: 'Admins are asked the business day before, by an alert and by mail, and send the customer a new day with one press. Nothing goes to the customer by itself.',
        },
      }}
    />
  );
}
