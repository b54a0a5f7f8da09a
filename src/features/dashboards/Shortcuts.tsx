import { useStore } from '@nanostores/react';
import { Button } from '../../ui/Button.tsx';
import { lazyDialog } from '../../ui/errors/lazy-part.tsx';
import { CheckboxField } from '../../ui/forms/choices.tsx';
import { isPageShortcut, symbolModifiers, useKeys } from '../../ui/keys.ts';
import type { DeskBase } from '../desk/desk-base.ts';

// Fetched with the palette, when the user first moves or presses something.
const Dialog = lazyDialog(() => import('../../ui/dialogs/Dialog.tsx'), 'Dialog', 'The keyboard shortcuts');

export interface Shortcut {
  key: string;
  what: string;
  press?: (event: KeyboardEvent) => unknown;
  /** For tinykeys, if it differs from the key. */
  keys?: string;
  /** By default, only while nothing covers the page. */
  isMeant?: (event: KeyboardEvent) => boolean;
  /** Whether it works when single keys are off. */
  isAlwaysOn?: boolean;
}

type ShortcutsProps = { shortcuts: Shortcut[]; setting: DeskBase['shortcuts'] };

/** Renders the button for the list of shortcuts, and handles them. Single keys can be turned off in the list. */
export function Shortcuts({ shortcuts, setting }: ShortcutsProps) {
  const isOpen = useStore(setting.$isListOpen);
  const isOn = useStore(setting.$isOn);
  const openList = () => setting.$isListOpen.set(true);
  const all: Shortcut[] = [
    { key: 'Ctrl K', what: 'Find an order or an action' },
    ...shortcuts,
    { key: '?', what: 'Show keyboard shortcuts', press: openList },
  ];
  const handlers = all.flatMap(({ key, press, isMeant = isPageShortcut, isAlwaysOn = false, ...own }) => {
    if (!press) return [];
    const { keys = /\w/.test(key) ? key : `${symbolModifiers}+${key}` } = own;
    return [
      [keys, (event: KeyboardEvent) => (isOn || isAlwaysOn) && isMeant(event) && press(event)] as const,
    ];
  });
  useKeys(Object.fromEntries(handlers));
  return (
    <>
      <p className="mt-8 text-sm text-quiet pointer-coarse:hidden">
        <Button className="text-link cursor-pointer" onClick={openList}>
          Keyboard shortcuts
        </Button>
        {isOn && (
          <span className="max-md:hidden">
            {' '}
            (<kbd>?</kbd>)
          </span>
        )}
      </p>
      <Dialog open={isOpen} onClose={() => setting.$isListOpen.set(false)} title="Keyboard shortcuts">
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
          {all.map(({ key, what }) => (
            <div key={key} className="contents">
              <dt>
                <kbd className="kbd">{key}</kbd>
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
        <div className="mt-6">
          <CheckboxField
            label="Single-key shortcuts"
            hint="Turn them off if you use speech input or often press keys by accident. Enter and Esc keep working. Saved in this browser."
            checked={isOn}
            onChange={setting.set}
          />
        </div>
      </Dialog>
    </>
  );
}
