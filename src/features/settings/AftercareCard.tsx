import { useState } from 'react';
import { type OrderFeedback, starsText } from '../../shared/aftercare/feedback-schema.ts';
import { type AftercareSettings, aftercareSettingsSchema } from '../../shared/shop/shop-settings.ts';
import { readWholeNumber } from '../../shared/typed-numbers.ts';
import { Button, SubmitButton } from '../../ui/Button.tsx';
import { FetchedSection } from '../../ui/errors/WhenFetched.tsx';
import { CheckboxField } from '../../ui/forms/choices.tsx';
import { WholeNumberField } from '../../ui/forms/NumberFields.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { TypedText } from '../../ui/pieces.tsx';
import { useDeskStore, useRunning } from '../desk/desk-hooks.ts';
import { createOrderDesk } from '../orders/order-desk.ts';
import { createSettingsDesk } from './settings-store.ts';

/** Renders the form for withdrawals and feedback, and the list of the customers' feedback. */
export function AftercareCard() {
  const { aftercare } = useDeskStore(createSettingsDesk);
  return (
    <div className="grid items-start gap-x-10 gap-y-8 md:grid-cols-2">
      <FetchedSection title="Withdrawal and feedback" fetched={aftercare.settings} what="settings">
        {(settings) => <SettingsForm settings={settings} />}
      </FetchedSection>
      <FeedbackList />
    </div>
  );
}

function SettingsForm({ settings }: { settings: AftercareSettings }) {
  const { aftercare } = useDeskStore(createSettingsDesk);
  const { field, toggle, isBusy, onSubmit } = useForm({
    stored: { ...settings, feedbackMailDays: String(settings.feedbackMailDays) },
    schema: aftercareSettingsSchema.partial(),
    toSent: (_, { feedbackMailDays: days, ...others }) =>
      days === undefined ? others : { ...others, feedbackMailDays: readWholeNumber(days) ?? Number.NaN },
    save: aftercare.save,
  });
  return (
    <form noValidate aria-label="Withdrawal and feedback" className="grid gap-4" onSubmit={onSubmit}>
      <CheckboxField
        label="Customers can withdraw from the contract"
        hint="For shops that sell to the EU. The checkout asks for consent to begin right away. Every page links to the withdrawal form, and customers can withdraw until the reading is delivered. Mention it in your Terms and Refunds texts."
        {...toggle('hasWithdrawal')}
      />
      <WholeNumberField
        {...field('feedbackMailDays')}
        label="Days after delivery to ask for feedback"
        hint="One email with a link to the order’s page. Enter 0 to send none; the order page still asks."
      />
      <SubmitButton isBusy={isBusy}>Save</SubmitButton>
    </form>
  );
}

const shownAtFirst = 5;

/** Lists feedback that customers allow to be published, the published first. */
function FeedbackList() {
  const { feedback } = useDeskStore(createSettingsDesk);
  const [isWhole, setWhole] = useState(false);
  return (
    <FetchedSection
      title="Customer feedback"
      fetched={feedback}
      what="feedback"
      fallback="Customer feedback could not be loaded."
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
                <Button onClick={() => setWhole(true)}>Show all {sorted.length}</Button>
              </div>
            )}
          </>
        );
      }}
    </FetchedSection>
  );
}

function Quote({ feedback }: { feedback: OrderFeedback }) {
  const { orderActions } = useDeskStore(createOrderDesk);
  const { orderId, orderNumber, words, stars, name, givenAt, isPublished, canBePublished } = feedback;
  const isBusy = useRunning(`order:${orderId}`) !== undefined;
  return (
    <li className="grid gap-2 py-3">
      <TypedText className="max-w-prose" text={words ?? ''} />
      <p className="text-sm text-quiet">
        {name ?? 'Anonymous'} · {stars !== null && `${starsText(stars)} · `}
        {orderNumber}
        {isPublished && (
          <span>{canBePublished ? ' · on the site' : ' · selected, but hidden: see the order'}</span>
        )}
      </p>
      {(isPublished || canBePublished) && (
        <div>
          <Button
            aria-label={
              isBusy ? undefined : `${isPublished ? 'Remove from site' : 'Show on site'}: ${orderNumber}`
            }
            isBusy={isBusy}
            onClick={() => void orderActions.publish({ id: orderId }, { isPublished: !isPublished, givenAt })}
          >
            {isPublished ? 'Remove from site' : 'Show on site'}
          </Button>
        </div>
      )}
    </li>
  );
}
