import { useStore } from '@nanostores/react';
import { counted } from '../../shared/counted-text.ts';
import { cleanEmail } from '../../shared/email/email-address.ts';
import {
  type DeletedCounts,
  describeCounts,
  eraseSchema,
  eraseWord,
  type KnownRetention,
  personSchema,
} from '../../shared/ops/privacy-schema.ts';
import {
  durationText,
  type Retention,
  retentionChoices,
  retentionTable,
} from '../../shared/ops/retention.ts';
import { Button, SubmitButton } from '../../ui/Button.tsx';
import { FetchedSection } from '../../ui/errors/WhenFetched.tsx';
import { Options } from '../../ui/forms/choices.tsx';
import { InputField } from '../../ui/forms/Field.tsx';
import { onlyChanged, useForm } from '../../ui/forms/use-form.ts';
import { useDateFormats, useDeskStore, useRunning } from '../desk/desk-hooks.ts';
import { createPrivacyDesk, type ShownPerson } from './privacy-store.ts';

const usePrivacy = () => useDeskStore(createPrivacyDesk);

const title = 'How long data is kept';

/** Renders the forms to find, export or erase a customer's data, and to set how long data is kept. */
export function PrivacySection() {
  return (
    <div className="grid gap-8">
      <PersonCard />
      <RetentionCard />
    </div>
  );
}

function RetentionCard() {
  const { retention: desk } = usePrivacy();
  return (
    <FetchedSection title={title} fetched={desk.settings} what="periods">
      {({ retention, lastRun }) => (
        <>
          <RetentionForm retention={retention} />
          <LastRun lastRun={lastRun} />
        </>
      )}
    </FetchedSection>
  );
}

function RetentionForm({ retention }: { retention: Retention }) {
  const { save } = usePrivacy().retention;
  const { fields, isBusy, write, onSubmit } = useForm({ stored: retention, toSent: onlyChanged, save });

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
                <Options
                  of={retentionChoices[row.name].map((value) => [value, durationText(row.name, value)])}
                />
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

const countWords: Record<Exclude<keyof DeletedCounts, 'endedOrderYears'>, (count: number) => string> = {
  neverPaidDays: (count) => counted(count, 'order never paid', 'orders never paid'),
  draftDays: (count) => counted(count, 'draft'),
  mailDays: (count) => counted(count, 'email'),
  stripeEvents: (count) => counted(count, 'Stripe event', 'Stripe events'),
};

function LastRun({ lastRun }: Pick<KnownRetention, 'lastRun'>) {
  const { dateTime } = useDateFormats();
  if (!lastRun)
    return <p className="text-sm text-quiet">Nothing has been deleted yet. This runs every night.</p>;
  const { endedOrderYears, ...counts } = lastRun.counts;
  const names = Object.keys(countWords) as (keyof typeof counts)[];
  const deleted = names.filter((name) => counts[name] > 0).map((name) => countWords[name](counts[name]));
  const said = [
    endedOrderYears > 0 && `erased the data of ${counted(endedOrderYears, 'past order')}`,
    deleted.length > 0 && `deleted ${deleted.join(', ')}`,
  ].filter(Boolean);
  return (
    <p className="text-sm text-quiet">
      Runs every night, last on <time dateTime={lastRun.at}>{dateTime(lastRun.at)}</time>:{' '}
      {said.length > 0 ? `${said.join(' and ')}.` : 'nothing was due.'}
    </p>
  );
}

function PersonCard() {
  const desk = usePrivacy();
  const person = useStore(desk.$person);
  const { field, isBusy, onSubmit } = useForm({
    stored: { address: '' },
    schema: personSchema,
    onInvalid: desk.clear,
    async save({ address }) {
      await desk.find(cleanEmail(address));
      return false;
    },
  });

  return (
    <section aria-label="One person’s data" className="grid min-w-0 content-start gap-4">
      <h4 className="font-display text-lg">One person’s data</h4>
      <div className="grid items-start gap-x-10 gap-y-4 lg:grid-cols-2">
        <div className="grid gap-4">
          <p className="max-w-prose text-sm text-quiet">
            For a customer who asks for their data or wants it erased. The history records that you did it,
            without the address.
          </p>
          <form noValidate className="grid gap-3" onSubmit={onSubmit}>
            <InputField {...field('address')} label="Email address of a customer" type="email" />
            <SubmitButton isBusy={isBusy} className="btn" busyLabel="Looking up…">
              Look up
            </SubmitButton>
          </form>
        </div>
        {person && <Person key={person.address} person={person} />}
      </div>
    </section>
  );
}

function Person({ person }: { person: ShownPerson }) {
  const { exportPerson } = usePrivacy();
  const { address, counts, obstacles } = person;
  const running = useRunning('person');
  const isThere = counts.orders + counts.mails > 0;
  return (
    <div className="grid min-w-0 gap-4 border-base-300 max-lg:border-t max-lg:pt-4 lg:border-l lg:pl-10">
      <p role="status" className="max-w-prose wrap-anywhere">
        {isThere ? (
          <span key="there">
            <span className="font-semibold">{address}</span>: {describeCounts(counts)}.
          </span>
        ) : (
          <span>{`There is no data about ${address}.`}</span>
        )}
      </p>
      {isThere && (
        <>
          <div>
            <Button
              className="btn"
              task="export"
              running={running}
              busyLabel="Exporting…"
              onClick={() => void exportPerson()}
            >
              Export as a file
            </Button>
          </div>
          {obstacles.length > 0 ? (
            <div className="grid gap-2">
              <h5 className="font-semibold">The data can’t be erased yet</h5>
              <ul className="grid gap-1.5">
                {obstacles.map(({ orderNumber, why }) => (
                  <li key={orderNumber} className="max-w-prose">
                    <span className="font-semibold">{orderNumber}</span>: {why}
                  </li>
                ))}
              </ul>
            </div>
          ) : (
            <EraseForm />
          )}
        </>
      )}
    </div>
  );
}

function EraseForm() {
  const { field, isBusy, onSubmit } = useForm({
    stored: { confirmation: '' },
    schema: eraseSchema.pick({ confirmation: true }),
    toSent: ({ confirmation }) => ({ confirmation: confirmation.trim().toLowerCase() }),
    save: usePrivacy().erasePerson,
  });

  return (
    <form noValidate aria-label="Erase this person’s data" className="grid gap-3" onSubmit={onSubmit}>
      <h5 className="font-semibold">Erase this person’s data</h5>
      <p className="max-w-prose">
        <span className="font-semibold">Erased for good:</span> name, address, question, reading with its
        versions and drafts, notes, questions and answers, feedback, emails. Links in their emails will say
        the data was erased.
      </p>
      <p className="max-w-prose">
        <span className="font-semibold">Kept, without the name:</span> each order’s number, amounts, dates,
        refunds, disputes and agreed terms. The law requires these records.
      </p>
      <p className="max-w-prose">
        <span className="font-semibold">Not erased:</span> backups. They still have this data, but restoring
        one erases it again. Stripe keeps its own record of payments.
      </p>
      <InputField {...field('confirmation')} label={`Type ${eraseWord} to confirm`} autoCapitalize="none" />
      <SubmitButton isBusy={isBusy} className="btn btn-error" busyLabel="Erasing…">
        Erase for good
      </SubmitButton>
    </form>
  );
}
