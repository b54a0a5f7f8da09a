import { useState } from 'react';
import { schemaErrors } from '../../client/schema-errors.ts';
import { publishing } from '../../client/settings/aftercare.ts';
import type { OrderFeedback } from '../../shared/aftercare/feedback.ts';
import { type AftercareSettings, aftercareSettingsSchema } from '../../shared/aftercare/settings.ts';
import { readWholeNumber } from '../../shared/whole-number.ts';
import { useAdminDesk } from '../desk/desk-context.ts';
import { useRunning } from '../desk/use-running.ts';
import { ActionButton } from '../ui/ActionButton.tsx';
import { WholeNumberField } from '../ui/forms/NumberFields.tsx';
import { submitForm } from '../ui/forms/submit-form.ts';
import { useTyped } from '../ui/forms/use-typed.ts';
import { FetchedPanel } from '../ui/panels/FetchedPanel.tsx';
import { TypedText } from '../ui/TypedText.tsx';
import { Switch } from './Switch.tsx';
import { useSettings } from './use-settings.ts';

/** What happens after an order: whether customers are asked how it was and can withdraw, and what they said. */
export function AftercareCard() {
  const { aftercare: desk } = useSettings();
  return (
    <div className="grid items-start gap-6 md:grid-cols-2">
      <FetchedPanel
        title="Withdrawal and feedback"
        fetched={desk.form.settings}
        fallback="The settings could not be loaded."
        className="gap-4"
      >
        {(settings) => <SettingsForm settings={settings} />}
      </FetchedPanel>
      <FeedbackList />
    </div>
  );
}

function SettingsForm({ settings }: { settings: AftercareSettings }) {
  const { form } = useSettings().aftercare;
  const { work } = useAdminDesk();
  const isBusy = useRunning(work, form.subject) !== undefined;
  const { fields, changed, write, clear } = useTyped({
    ...settings,
    feedbackMailDays: String(settings.feedbackMailDays),
  });
  const [error, setError] = useState<string | null>(null);

  async function save() {
    const { feedbackMailDays: days, ...others } = changed;
    const sent =
      days === undefined ? others : { ...others, feedbackMailDays: readWholeNumber(days) ?? Number.NaN };
    const { feedbackMailDays: problem = null } = schemaErrors(aftercareSettingsSchema.partial(), sent);
    setError(problem);
    if (problem === null && (await form.save(sent))) clear(changed);
  }

  return (
    <form
      noValidate
      aria-label="Withdrawal and feedback"
      className="grid gap-4"
      onSubmit={(event) => submitForm(event, save)}
    >
      <div className="grid gap-1">
        <Switch
          label="Customers can withdraw from the contract"
          hint="For shops that sell to the EU. The checkout asks for consent to begin right away, every page links to the withdrawal form, and customers can withdraw until the reading is delivered."
          checked={fields.hasWithdrawal}
          onChange={(hasWithdrawal) => write({ hasWithdrawal })}
        />
      </div>
      <WholeNumberField
        label="Ask for feedback, days after the delivery"
        hint="One email with a link to the order’s page. 0 sends none; the page still asks."
        error={error}
        readOnly={isBusy}
        value={fields.feedbackMailDays}
        onChange={(event) => {
          setError(null);
          write({ feedbackMailDays: event.target.value });
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

/** How many stand here at first; each stands with its order as well. */
const shownAtFirst = 5;

/** What customers wrote and allowed to stand on the site: those that stand there first. */
function FeedbackList() {
  const { aftercare: desk } = useSettings();
  const [isWhole, setWhole] = useState(false);
  return (
    <FetchedPanel
      title="What customers wrote"
      fetched={desk.feedback}
      fallback="What customers wrote could not be loaded."
      className="gap-3"
    >
      {(data) => {
        const sorted = data
          .filter(({ mayPublish, isPublished }) => mayPublish || isPublished)
          .sort((a, b) => Number(b.isPublished) - Number(a.isPublished));
        if (sorted.length === 0) {
          return <p className="text-quiet">No feedback that may be shown on the site yet.</p>;
        }
        return (
          <>
            <ul className="divide-y divide-base-300 border-y border-base-300">
              {sorted.slice(0, isWhole ? undefined : shownAtFirst).map((feedback) => (
                <Quote key={feedback.orderId} feedback={feedback} />
              ))}
            </ul>
            {sorted.length > shownAtFirst && !isWhole && (
              <div>
                <button type="button" className="btn btn-sm" onClick={() => setWhole(true)}>
                  Show all {sorted.length}
                </button>
              </div>
            )}
          </>
        );
      }}
    </FetchedPanel>
  );
}

function Quote({ feedback }: { feedback: OrderFeedback }) {
  const settings = useSettings();
  const { work } = useAdminDesk();
  const { orderId, orderNumber, words, name, givenAt, isPublished, canBePublished } = feedback;
  const isBusy = useRunning(work, publishing(orderId)) !== undefined;
  return (
    <li className="grid gap-2 py-3">
      <TypedText className="max-w-prose" text={words ?? ''} />
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
