import { useState } from 'react';
import { backupsKey, createBackupDesk, elsewhereWords, keptProblem } from '../../client/service/backups.ts';
import { type BackupSettings, type BackupState, maxKept } from '../../shared/backups.ts';
import { sizeInWords } from '../../shared/sizes.ts';
import { useBusinessDays } from '../desk/business-days-context.ts';
import { useAdminDesk } from '../desk/desk-context.ts';
import { useRunning } from '../desk/use-running.ts';
import { ActionButton } from '../ui/ActionButton.tsx';
import { WholeNumberField } from '../ui/forms/NumberFields.tsx';
import { submitForm } from '../ui/forms/submit-form.ts';
import { useTyped } from '../ui/forms/use-typed.ts';
import { FetchedPanel } from '../ui/panels/FetchedPanel.tsx';

export function BackupsCard() {
  const desk = useAdminDesk().later(createBackupDesk);
  const { work } = useAdminDesk();
  const isBeginning = useRunning(work, 'backup') !== undefined;
  return (
    <FetchedPanel
      title="Backups"
      fetched={desk.state}
      fallback="The backups could not be loaded."
      className="gap-4"
    >
      {(state) => (
        <div className="grid items-start gap-x-10 gap-y-6 md:grid-cols-2">
          <div className="grid min-w-0 gap-4">
            <LastOne state={state} />
            <div>
              <ActionButton
                className="btn"
                isBusy={isBeginning || state.isRunning}
                busyLabel="Backing up…"
                onClick={() => void desk.makeNow()}
              >
                Back up now
              </ActionButton>
            </div>
            <p className="max-w-prose text-sm wrap-anywhere text-quiet">
              Copies are in <code>{state.folder}</code> on the server. They contain everything, and only the
              user who runs the service can read them. {elsewhereWords(state)}
            </p>
          </div>
          <SettingsForm settings={state.settings} save={desk.save} />
        </div>
      )}
    </FetchedPanel>
  );
}

function LastOne({ state: { last, failed, files } }: { state: BackupState }) {
  const { happened } = useBusinessDays();
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return (
    <div role="status" className="grid gap-1">
      {last === null ? (
        <p key="none">There is no backup yet.</p>
      ) : (
        <p className="wrap-anywhere">
          The last one was made on{' '}
          <time dateTime={isoTime(last.at)} className="font-semibold">
            {happened(isoTime(last.at))}
          </time>
          {last.bytes !== undefined && <span>, {sizeInWords(last.bytes)}</span>}
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
          The last attempt failed, on {happened(isoTime(failed.at))}: “{failed.why}”
        </p>
      )}
      {files.length > 0 && (
        <p className="text-sm text-quiet">
          {files.length === 1 ? 'One copy is' : `${files.length} copies are`} there, {sizeInWords(bytes)}.
        </p>
      )}
    </div>
  );
}

const isoTime = (time: number) => new Date(time).toISOString();

const fields = [
  ['hourly', 'Hours'],
  ['daily', 'Days'],
  ['weekly', 'Weeks'],
] as const;
type Kept = (typeof fields)[number][0];

function SettingsForm({
  settings,
  save,
}: {
  settings: BackupSettings;
  save: (changes: Partial<BackupSettings>) => Promise<boolean>;
}) {
  const { work } = useAdminDesk();
  const isBusy = useRunning(work, backupsKey) !== undefined;
  const {
    fields: typed,
    changed,
    write,
    clear,
  } = useTyped({
    isOn: settings.isOn,
    hourly: String(settings.hourly),
    daily: String(settings.daily),
    weekly: String(settings.weekly),
  });
  const [errors, setErrors] = useState<Partial<Record<Kept, string>>>({});

  async function submit() {
    const found = fields.flatMap(([name]) => {
      const problem = keptProblem(typed[name], maxKept[name]);
      return problem ? [[name, problem] as const] : [];
    });
    const isNone = fields.every(([name]) => Number(typed[name]) === 0);
    if (found.length === 0 && typed.isOn && isNone) found.push(['daily', 'Keep at least one copy.']);
    setErrors(Object.fromEntries(found));
    if (found.length > 0) return;
    const { isOn } = changed;
    const changes: Partial<BackupSettings> = isOn === undefined ? {} : { isOn };
    for (const [name] of fields) if (changed[name] !== undefined) changes[name] = Number(changed[name]);
    if (await save(changes)) clear(changed);
  }

  return (
    <form
      noValidate
      aria-label="Backups"
      className="grid gap-4"
      onSubmit={(event) => submitForm(event, submit)}
    >
      <label className="flex cursor-pointer items-start gap-3">
        <input
          type="checkbox"
          className="checkbox checkbox-sm checkbox-primary mt-0.5"
          checked={typed.isOn}
          onChange={(event) => write({ isOn: event.target.checked })}
        />
        <span className="min-w-0">Make backups automatically</span>
      </label>
      <fieldset className="grid gap-2">
        <legend className="mb-2">Keep the last backup of this many</legend>
        <div className="grid grid-cols-3 gap-3">
          {fields.map(([name, label]) => (
            <WholeNumberField
              key={name}
              label={label}
              error={errors[name] ?? null}
              readOnly={isBusy}
              value={typed[name]}
              onChange={(event) => {
                setErrors({});
                write({ [name]: event.target.value });
              }}
            />
          ))}
        </div>
        <p className="field-hint">
          With hours, one is made every hour; otherwise every day, or every week. The newest is always kept.
        </p>
      </fieldset>
      <div>
        <ActionButton type="submit" className="btn btn-primary" isBusy={isBusy} busyLabel="Saving…">
          Save
        </ActionButton>
      </div>
    </form>
  );
}
