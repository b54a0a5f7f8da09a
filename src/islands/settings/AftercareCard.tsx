import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { publishing } from '../../client/settings/aftercare.ts';
import { feedbackDaysProblem } from '../../client/settings/feedback-days.ts';
import type { OrderFeedback } from '../../shared/aftercare/feedback.ts';
import type { AftercareSettings } from '../../shared/aftercare/settings.ts';
import { useAdminDesk } from '../desk/desk-context.ts';
import { useRunning } from '../desk/use-running.ts';
import { ActionButton } from '../ui/ActionButton.tsx';
import { LoadProblem } from '../ui/errors/LoadProblem.tsx';
import { WholeNumberField } from '../ui/forms/NumberFields.tsx';
import { submitForm } from '../ui/forms/submit-form.ts';
import { FetchedPanel } from '../ui/panels/FetchedPanel.tsx';
import { TypedText } from '../ui/TypedText.tsx';
import { Switch } from './Switch.tsx';
import { useSettings } from './use-settings.ts';

/** What happens after an order: whether customers are asked how it was and can withdraw, and what they said. */
export function AftercareCard() {
  const { aftercare: desk } = useSettings();
  return (
    <FetchedPanel
      title="After the order"
      fetched={desk.settings}
      fallback="The settings could not be loaded."
      className="gap-6"
      foot={<FeedbackList />}
    >
      {(settings) => <SettingsForm settings={settings} />}
    </FetchedPanel>
  );
}

function SettingsForm({ settings }: { settings: AftercareSettings }) {
  const desks = useSettings();
  const { work } = useAdminDesk();
  const isBusy = useRunning(work, 'aftercare-settings') !== undefined;
  const [days, setDays] = useState(String(settings.feedbackMailDays));
  const [hasWithdrawal, setHasWithdrawal] = useState(settings.hasWithdrawal);
  const [error, setError] = useState<string | null>(null);

  async function save() {
    const problem = feedbackDaysProblem(days);
    setError(problem);
    if (problem === null) await desks.aftercare.save({ feedbackMailDays: Number(days), hasWithdrawal });
  }

  return (
    <form
      noValidate
      aria-label="After the order"
      className="grid gap-4"
      onSubmit={(event) => submitForm(event, save)}
    >
      <div className="grid gap-1">
        <Switch
          label="Customers can withdraw from the contract"
          hint="For shops that sell to the EU. The checkout asks for consent to begin right away, every page links to the withdrawal form, and customers can withdraw until the reading is delivered."
          checked={hasWithdrawal}
          onChange={setHasWithdrawal}
        />
      </div>
      <WholeNumberField
        label="Ask for feedback, days after the delivery"
        hint="One mail with a link to the order’s page. 0 sends none; the page still asks."
        error={error}
        readOnly={isBusy}
        value={days}
        onChange={(event) => {
          setError(null);
          setDays(event.target.value);
        }}
      />
      <div>
        <ActionButton type="submit" className="btn btn-primary" isBusy={isBusy} busyLabel="Saving…">
          Save
        </ActionButton>
      </div>
    </form>
  );
}

/** How many stand here; each stands with its order as well. */
const shown = 20;

/** What customers wrote and allowed to stand on the site: those that stand there first. */
function FeedbackList() {
  const { aftercare: desk } = useSettings();
  const { data, error } = useStore(desk.feedback.$state);
  const allowed = (data ?? []).filter(({ mayPublish, isPublished }) => mayPublish || isPublished);
  const sorted = [...allowed].sort((a, b) => Number(b.isPublished) - Number(a.isPublished)).slice(0, shown);
  return (
    <section aria-labelledby="quotes-heading" className="grid gap-3">
      <h4 id="quotes-heading" className="font-sans font-semibold tracking-normal">
        What customers wrote
      </h4>
      {error && (
        <LoadProblem
          error={error}
          fallback="What customers wrote could not be loaded."
          onRetry={desk.feedback.refresh}
        />
      )}
      {data && sorted.length === 0 && (
        <p className="text-quiet">No feedback that may be shown on the site yet.</p>
      )}
      {sorted.length > 0 && (
        <ul className="divide-y divide-base-300 border-y border-base-300">
          {sorted.map((feedback) => (
            <Quote key={feedback.orderId} feedback={feedback} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Quote({ feedback }: { feedback: OrderFeedback }) {
  const settings = useSettings();
  const { work } = useAdminDesk();
  const { orderId, orderNumber, words, name, givenAt, isPublished, canBePublished } = feedback;
  const isBusy = useRunning(work, publishing(orderId)) !== undefined;
  return (
    <li className="grid gap-2 py-3">
      <p className="max-w-prose as-typed">
        <TypedText text={words ?? ''} />
      </p>
      <p className="text-sm text-quiet">
        {name ?? 'Without a name'} · {orderNumber}
        {isPublished && (
          <span>{canBePublished ? ' · on the site' : ' · chosen, but not shown: see its order'}</span>
        )}
      </p>
      {(isPublished || canBePublished) && (
        <div>
          <ActionButton
            className="btn btn-sm"
            aria-label={
              isBusy ? undefined : `${isPublished ? 'Take off' : 'Put on'} the site: ${orderNumber}`
            }
            isBusy={isBusy}
            busyLabel="Saving…"
            onClick={() => void settings.aftercare.publish(orderId, { isPublished: !isPublished, givenAt })}
          >
            {isPublished ? 'Take off the site' : 'Put on the site'}
          </ActionButton>
        </div>
      )}
    </li>
  );
}
