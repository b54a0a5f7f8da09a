import { createPrivacyDesk } from '../../client/privacy/privacy.ts';
import { counted } from '../../shared/plural.ts';
import type { ForgottenCounts, KnownRetention } from '../../shared/privacy/privacy.ts';
import {
  durationWords,
  type Retention,
  retentionChoices,
  retentionTable,
} from '../../shared/privacy/retention.ts';
import { useBusinessDays } from '../desk/business-days-context.ts';
import { useAdminDesk } from '../desk/desk-context.ts';
import { SubmitButton } from '../ui/forms/SubmitButton.tsx';
import { useForm } from '../ui/forms/use-form.ts';
import { FetchedPanel } from '../ui/panels/FetchedPanel.tsx';
import { PersonCard } from './PersonCard.tsx';

const title = 'How long data is kept';

export function PrivacySection() {
  return (
    <div className="grid gap-6">
      <PersonCard />
      <RetentionCard />
    </div>
  );
}

function RetentionCard() {
  const { retention: desk } = useAdminDesk().later(createPrivacyDesk);
  return (
    <FetchedPanel
      title={title}
      fetched={desk.settings}
      fallback="The periods could not be loaded."
      className="gap-4"
    >
      {({ retention, lastRun }) => (
        <>
          <RetentionForm retention={retention} save={desk.save} />
          <LastRun lastRun={lastRun} />
        </>
      )}
    </FetchedPanel>
  );
}

type RetentionFormProps = { retention: Retention; save: (changes: Partial<Retention>) => Promise<boolean> };

function RetentionForm({ retention, save }: RetentionFormProps) {
  const { fields, isBusy, write, onSubmit } = useForm({ stored: retention, save });

  const rows = (isChosen: boolean) => (
    <ul className="divide-y divide-base-300 border-y border-base-300">
      {retentionTable
        .filter((row) => 'name' in row === isChosen)
        .map((row) => (
          <li
            key={row.what}
            className="grid gap-1.5 py-3 sm:grid-cols-[1fr_15rem] sm:gap-x-6 xl:grid-cols-[18rem_15rem_1fr]"
          >
            <p className="font-semibold">{row.what}</p>
            {'name' in row ? (
              <select
                aria-label={`How long: ${row.what}`}
                className="select w-full"
                disabled={isBusy}
                value={fields[row.name]}
                onChange={(event) => write({ [row.name]: Number(event.target.value) })}
              >
                {retentionChoices[row.name].map((value) => (
                  <option key={value} value={value}>
                    {durationWords(row.name, value)}
                  </option>
                ))}
              </select>
            ) : (
              <p>{row.fixed}</p>
            )}
            <p className="max-w-prose text-sm text-quiet sm:col-span-2 xl:col-span-1">{row.why}</p>
          </li>
        ))}
    </ul>
  );
  return (
    <form aria-label={title} className="grid gap-4" onSubmit={onSubmit}>
      {rows(true)}
      <details>
        <summary className="cursor-pointer font-semibold">What is kept for a fixed time</summary>
        <div className="mt-2">{rows(false)}</div>
      </details>
      <SubmitButton isBusy={isBusy}>Save</SubmitButton>
    </form>
  );
}

const countWords: Record<keyof ForgottenCounts, (count: number) => string> = {
  endedOrderYears: (count) => counted(count, 'ended order'),
  neverPaidDays: (count) => counted(count, 'order never paid', 'orders never paid'),
  draftDays: (count) => counted(count, 'draft'),
  mailDays: (count) => counted(count, 'mail'),
  stripeEvents: (count) => counted(count, 'Stripe event', 'Stripe events'),
};

function LastRun({ lastRun }: Pick<KnownRetention, 'lastRun'>) {
  const { happened } = useBusinessDays();
  if (!lastRun)
    return <p className="text-sm text-quiet">Nothing has been deleted yet. This runs every night.</p>;
  const names = Object.keys(countWords) as (keyof ForgottenCounts)[];
  const said = names
    .filter((name) => lastRun.counts[name] > 0)
    .map((name) => countWords[name](lastRun.counts[name]));
  return (
    <p className="text-sm text-quiet">
      Runs every night, last on <time dateTime={lastRun.at}>{happened(lastRun.at)}</time>:{' '}
      {said.length > 0 ? `${said.join(', ')}.` : 'nothing was due.'}
    </p>
  );
}
