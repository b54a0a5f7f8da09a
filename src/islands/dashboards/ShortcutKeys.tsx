import { useStore } from '@nanostores/react';
import type { ShortcutSetting } from '../../client/dashboards/shortcuts.ts';
import { lazyDialog } from '../ui/dialogs/lazy-dialog.tsx';

// It comes with the palette, at the first sign of somebody.
const Dialog = lazyDialog(() => import('../ui/dialogs/Dialog.tsx'), 'Dialog', 'The list of keys');

interface ShortcutKeysProps {
  keys: [key: string, what: string][];
  setting: ShortcutSetting;
}

/** Leads to the list of a desk's keys, where single ones can be switched off. */
export function ShortcutKeys({ keys, setting }: ShortcutKeysProps) {
  const isOpen = useStore(setting.$isListOpen);
  const isOn = useStore(setting.$isOn);
  return (
    <>
      <p className="mt-8 text-sm text-quiet">
        <button
          type="button"
          className="text-link cursor-pointer"
          onClick={() => setting.$isListOpen.set(true)}
        >
          Keyboard shortcuts
        </button>
        {isOn && (
          <span className="max-md:hidden">
            {' '}
            (<kbd>?</kbd>)
          </span>
        )}
      </p>
      <Dialog
        open={isOpen}
        onOpenChange={(isOpen) => setting.$isListOpen.set(isOpen)}
        title="Keyboard shortcuts"
      >
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
          {keys.map(([key, what]) => (
            <div key={key} className="contents">
              <dt>
                <kbd className="kbd">{key}</kbd>
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
        <label className="mt-6 flex cursor-pointer items-start gap-3">
          <input
            type="checkbox"
            className="checkbox checkbox-sm checkbox-primary mt-0.5"
            checked={isOn}
            onChange={(event) => setting.set(event.target.checked)}
          />
          <span>
            Single-key shortcuts
            <span className="block text-sm text-quiet">
              Turn them off if you use speech input or often press keys by accident. Enter and Esc keep
              working. Saved in this browser.
            </span>
          </span>
        </label>
      </Dialog>
    </>
  );
}
