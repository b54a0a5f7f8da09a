import type { ReactNode } from 'react';
import type { SettingsForm } from '../../client/desk/settings-form.ts';
import { useAdminDesk } from '../desk/desk-context.ts';
import { useRunning } from '../desk/use-running.ts';
import { ActionButton } from '../ui/ActionButton.tsx';
import { submitForm } from '../ui/forms/submit-form.ts';
import { useTyped } from '../ui/forms/use-typed.ts';
import { FetchedPanel } from '../ui/panels/FetchedPanel.tsx';
import { Switch } from './Switch.tsx';

type Switches<Name extends string> = Record<Name, boolean>;

interface SwitchesCardProps<Name extends string> {
  desk: SettingsForm<Switches<Name>>;
  heading: string;
  switches: Record<Name, { label: string; hint: ReactNode }>;
}

/** What is on or off, saved together. */
export function SwitchesCard<Name extends string>(props: SwitchesCardProps<Name>) {
  return (
    <FetchedPanel
      title={props.heading}
      fetched={props.desk.settings}
      fallback="The settings could not be loaded."
      className="gap-4"
    >
      {(known) => <SwitchesForm {...props} known={known} />}
    </FetchedPanel>
  );
}

function SwitchesForm<Name extends string>(props: SwitchesCardProps<Name> & { known: Switches<Name> }) {
  const { desk, heading, switches, known } = props;
  const isBusy = useRunning(useAdminDesk().work, desk.subject) !== undefined;
  const { fields, changed, write, clear } = useTyped(known);

  async function save() {
    if (await desk.save(changed)) clear(changed);
  }

  return (
    <form aria-label={heading} className="grid gap-4" onSubmit={(event) => submitForm(event, save)}>
      {(Object.keys(switches) as Name[]).map((name) => (
        <div key={name} className="grid gap-1">
          <Switch
            {...switches[name]}
            checked={fields[name]}
            onChange={(isOn) => write({ [name]: isOn } as Partial<Switches<Name>>)}
          />
        </div>
      ))}
      <div>
        <ActionButton type="submit" className="btn btn-primary" isBusy={isBusy} busyLabel="Saving…">
          Save
        </ActionButton>
      </div>
    </form>
  );
}
