import { useStore } from '@nanostores/react';
import { counted } from '../../shared/counted-text.ts';
import {
  type BackupSettings,
  type BackupState,
  backupSettingsSchema,
  formatSize,
  keptProblem,
} from '../../shared/ops/backup-schema.ts';
import {
  type HealthFinding,
  type HealthState,
  healthChecks,
  summarizeHealth,
} from '../../shared/ops/health.ts';
import type { Tone } from '../../shared/orders/order-status.ts';
import { readWholeNumber } from '../../shared/typed-numbers.ts';
import { Button, SubmitButton } from '../../ui/Button.tsx';
import { FetchedSection, LoadProblem } from '../../ui/errors/WhenFetched.tsx';
import { CheckboxField } from '../../ui/forms/choices.tsx';
import { WholeNumberField } from '../../ui/forms/NumberFields.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { Badge } from '../../ui/pieces.tsx';
import { useDateFormats, useDeskStore, useRunning } from '../desk/desk-hooks.ts';
import { createBackupDesk, createHealthDesk, offsiteText } from './system-store.ts';

export function SystemSection({ doctor }: { doctor: string }) {
  return (
    <div className="grid gap-8">
      <HealthCard doctor={doctor} />
      <BackupsCard />
    </div>
  );
}

function HealthCard({ doctor }: { doctor: string }) {
  const { dateTime } = useDateFormats();
  const health = useDeskStore(createHealthDesk);
  const { report, error, isLooking } = useStore(health.$state);
  return (
    <section aria-label="Health check" className="grid min-w-0 content-start gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h4 className="font-display text-lg">Health check</h4>
        <Button
          className="btn btn-sm ml-auto"
          isBusy={isLooking}
          busyLabel="Checking…"
          onClick={() => void health.look()}
        >
          {report ? 'Check again' : 'Check now'}
        </Button>
      </div>
      <p className="max-w-prose text-sm text-quiet">
        Checks the server, the database, the public address, Stripe and email. It takes a few seconds.{' '}
        <code className="wrap-anywhere">{doctor}</code> does the same on the server, and can send a test
        email.
      </p>
      {error && (
        <LoadProblem
          error={error}
          fallback="The check could not be run."
          onRetry={() => void health.look()}
        />
      )}
      <p role="status" className="empty:hidden">
        {report && !isLooking && (
          <span>
            <strong>{summarizeHealth(report.findings)}</strong>{' '}
            <span className="text-quiet">Last checked on {dateTime(report.checkedAt)}.</span>
          </span>
        )}
      </p>
      {report && (
        <ul aria-label="Health check" aria-busy={isLooking} className="divide-y divide-base-300">
          {report.findings.map((finding) => (
            <Found key={finding.check} finding={finding} />
          ))}
        </ul>
      )}
    </section>
  );
}

const states: Record<HealthState, { name: string; tone: Tone }> = {
  ok: { name: 'Fine', tone: 'success' },
  warning: { name: 'Warning', tone: 'warning' },
  error: { name: 'Failed', tone: 'error' },
};

function Found({ finding: { check, state, found, advice } }: { finding: HealthFinding }) {
  const { name, tone } = states[state];
  return (
    <li className="grid gap-x-4 gap-y-1 py-3 sm:grid-cols-[7rem_12rem_1fr]">
      <span>
        <Badge tone={tone}>{name}</Badge>
      </span>
      <h5 className="font-semibold">{healthChecks[check]}</h5>
      <div className="grid min-w-0 gap-1">
        <p className="wrap-anywhere">{found}</p>
        {advice && (
          <p className="wrap-anywhere">
            <span className="font-semibold">What to do:</span> {advice}
          </p>
        )}
      </div>
    </li>
  );
}

function BackupsCard() {
  const desk = useDeskStore(createBackupDesk);
  const isBeginning = useRunning('backup') !== undefined;
  return (
    <FetchedSection title="Backups" fetched={desk.state} what="backups">
      {(state) => (
        <div className="grid items-start gap-x-10 gap-y-6 md:grid-cols-2">
          <div className="grid min-w-0 gap-4">
            <LastOne state={state} />
            <div>
              <Button
                className="btn"
                isBusy={isBeginning || state.isRunning}
                busyLabel="Backing up…"
                onClick={() => void desk.makeNow()}
              >
                Back up now
              </Button>
            </div>
            <p className="max-w-prose text-sm wrap-anywhere text-quiet">
              Backups are in <code>{state.folder}</code> on the server. They contain everything, and only the
              user that runs the service can read them. {offsiteText(state)}
            </p>
          </div>
          <SettingsForm settings={state.settings} />
        </div>
      )}
    </FetchedSection>
  );
}

function LastOne({ state: { last, failed, files } }: { state: BackupState }) {
  const { dateTime } = useDateFormats();
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return (
    <div role="status" className="grid gap-1">
      {last === null ? (
        <p key="none">There is no backup yet.</p>
      ) : (
        <p className="wrap-anywhere">
          The last one was made on{' '}
          <time dateTime={isoTime(last.at)} className="font-semibold">
            {dateTime(isoTime(last.at))}
          </time>
          {last.bytes !== undefined && <span>, {formatSize(last.bytes)}</span>}
          <span>.</span>
          {last.sent && (
            <span>
              {last.sent.status === 0
                ? ' It was copied elsewhere.'
                : ` It was not copied elsewhere: “${last.sent.words}”`}
            </span>
          )}
        </p>
      )}
      {failed && (
        <p className="wrap-anywhere text-error">
          The last attempt failed, on {dateTime(isoTime(failed.at))}: “{failed.why}”
        </p>
      )}
      {files.length > 0 && (
        <p className="text-sm text-quiet">
          {counted(files.length, 'backup')}, {formatSize(bytes)}.
        </p>
      )}
    </div>
  );
}

const isoTime = (time: number) => new Date(time).toISOString();

const counts = [
  ['hourly', 'Hourly'],
  ['daily', 'Daily'],
  ['weekly', 'Weekly'],
] as const;

function SettingsForm({ settings }: { settings: BackupSettings }) {
  const { isOn, hourly, daily, weekly } = settings;
  const { save } = useDeskStore(createBackupDesk);
  const { field, toggle, isBusy, onSubmit } = useForm({
    stored: { isOn, hourly: String(hourly), daily: String(daily), weekly: String(weekly) },
    schema: backupSettingsSchema.partial(),
    toSent(_, { isOn: isNowOn, ...kept }): Partial<BackupSettings> {
      const numbers = Object.entries(kept).map(([name, text]) => [name, readWholeNumber(text) ?? Number.NaN]);
      return { ...(isNowOn !== undefined && { isOn: isNowOn }), ...Object.fromEntries(numbers) };
    },
    check: (changed) => ({ daily: keptProblem({ ...settings, ...changed }) }),
    save,
  });

  return (
    <form noValidate aria-label="Backups" className="grid gap-4" onSubmit={onSubmit}>
      <CheckboxField {...toggle('isOn')} label="Make backups automatically" />
      <fieldset className="grid gap-2">
        <legend className="mb-2">How many backups to keep</legend>
        <div className="grid grid-cols-3 gap-3">
          {counts.map(([name, label]) => (
            <WholeNumberField key={name} {...field(name)} label={label} />
          ))}
        </div>
        <p className="field-hint">
          If you keep hourly backups, one is made every hour; otherwise every day or week. The newest is
          always kept.
        </p>
      </fieldset>
      <SubmitButton isBusy={isBusy}>Save</SubmitButton>
    </form>
  );
}
