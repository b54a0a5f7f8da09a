import { useStore } from '@nanostores/react';
import { useId, useState } from 'react';
import { browserStorage } from '../../client/desk/draft.ts';
import { browserNotifications } from '../../client/live/notifications.ts';

const hints = {
  on: 'They say that something is new, without names.',
  off: 'They say that something is new, without names.',
  blocked: 'Your browser blocks notifications for this site. You can allow them in the address bar.',
  impossible: 'This browser can’t show notifications for a page.',
};

export function BrowserNotifications({ username }: { username: string }) {
  const [setting] = useState(() => browserNotifications(username, browserStorage()));
  const state = useStore(setting.$state);
  const hint = useId();
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-display text-lg">Notifications</legend>
      <label className="flex items-start gap-3 py-0.5">
        <input
          type="checkbox"
          className="checkbox checkbox-sm checkbox-primary mt-0.5"
          checked={state === 'on'}
          disabled={state !== 'on' && state !== 'off'}
          aria-describedby={hint}
          onChange={(event) => (event.target.checked ? void setting.switchOn() : setting.switchOff())}
        />
        <span className="min-w-0">In this browser, while my desk is open in the background</span>
      </label>
      <p id={hint} className="text-sm text-quiet">
        {hints[state]}
      </p>
    </fieldset>
  );
}
