import { useStore } from '@nanostores/react';
import { useId } from 'react';
import { type MailSwitch, mailSwitches } from '../../shared/orders/mail-switches.ts';
import { LoadProblem } from '../ui/errors/LoadProblem.tsx';
import { useSettings } from './use-settings.ts';

const words: Record<MailSwitch, { label: string; hint: string }> = {
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
};

/** What is told when something happens, beside what belongs to every order. */
export function MailsCard() {
  const { mails: desk } = useSettings();
  const { error } = useStore(desk.settings.$state);
  return (
    <section aria-labelledby="mails-heading" className="panel grid gap-4 p-4 sm:p-6">
      <h3 id="mails-heading" className="text-lg">
        Mail when something happens
      </h3>
      {error && (
        <LoadProblem
          error={error}
          fallback="The settings could not be loaded."
          onRetry={desk.settings.refresh}
        />
      )}
      {mailSwitches.map((which) => (
        <Switch key={which} which={which} />
      ))}
    </section>
  );
}

function Switch({ which }: { which: MailSwitch }) {
  const { mails: desk } = useSettings();
  const switches = useStore(desk.$switches);
  const hint = useId();
  const { label, hint: effect } = words[which];
  return (
    <div className="grid gap-1">
      <label className="flex cursor-pointer items-start gap-3">
        <input
          type="checkbox"
          className="checkbox checkbox-sm checkbox-primary mt-0.5"
          aria-describedby={hint}
          disabled={switches === null}
          checked={switches?.[which] ?? true}
          onChange={(event) => void desk.switchMail(which, event.target.checked)}
        />
        <span className="min-w-0">{label}</span>
      </label>
      <p id={hint} className="field-hint">
        {effect}
      </p>
    </div>
  );
}
