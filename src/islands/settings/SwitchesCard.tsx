import { useStore } from '@nanostores/react';
import { type ReactNode, useId } from 'react';
import type { SwitchesDesk } from '../../client/settings/switches.ts';
import { LoadProblem } from '../ui/errors/LoadProblem.tsx';
import { Switch } from './Switch.tsx';

interface SwitchesCardProps<Name extends string> {
  desk: SwitchesDesk<Name>;
  heading: string;
  switches: Record<Name, { label: string; hint: ReactNode }>;
  /** Whether they look switched on until it is known. */
  isOnAtFirst: boolean;
}

/** What is on or off, saved at a press. */
export function SwitchesCard<Name extends string>(props: SwitchesCardProps<Name>) {
  const { desk, heading, switches, isOnAtFirst } = props;
  const { error } = useStore(desk.settings.$state);
  const known = useStore(desk.$switches);
  const id = useId();
  const names = Object.keys(switches) as Name[];
  const isAlone = names.length === 1;
  return (
    <section aria-labelledby={id} className="panel grid gap-4 p-4 sm:p-6">
      <h3 id={id} className="text-lg">
        {heading}
      </h3>
      {error && (
        <LoadProblem
          error={error}
          fallback={`The ${isAlone ? 'setting' : 'settings'} could not be loaded.`}
          onRetry={desk.settings.refresh}
        />
      )}
      {names.map((name) => (
        <div key={name} className="grid gap-1">
          <Switch
            {...switches[name]}
            disabled={known === null}
            checked={known?.[name] ?? isOnAtFirst}
            onChange={(isOn) => void desk.turn(name, isOn)}
          />
        </div>
      ))}
    </section>
  );
}
