import { useStore } from '@nanostores/react';
import type { ReaderDesk } from '../../client/dashboards/reader-desk.ts';
import { isFreeKey } from '../ui/free-keys.ts';
import { moveRow } from '../ui/move-row.ts';
import { signModifiers, useKeys } from '../ui/use-keys.ts';
import { ShortcutKeys } from './ShortcutKeys.tsx';

const keys: [key: string, what: string][] = [
  ['Ctrl K', 'Find an order or an action'],
  ['w', 'Write the most urgent order'],
  ['j', 'Next row'],
  ['k', 'Previous row'],
  ['Enter', 'Open the row'],
  ['Ctrl Shift Enter', 'Preview'],
  ['Ctrl Enter', 'Submit for Admin Review'],
  ['Ctrl ;', 'Insert a snippet'],
  ["Ctrl '", 'Next comment on the text'],
  ['?', 'Show these keys'],
];

interface ReaderShortcutsProps {
  desk: ReaderDesk;
  onWrite: (orderId: string) => void;
}

/** What can be done with one key on the reader's list, and the list of it. */
export function ReaderShortcuts({ desk, onWrite }: ReaderShortcutsProps) {
  const isOn = useStore(desk.shortcuts.$isOn);
  useKeys(
    {
      w: () => {
        const [mostUrgent] = desk.$assignments.get();
        if (mostUrgent) onWrite(mostUrgent.id);
      },
      j: () => moveRow(1),
      k: () => moveRow(-1),
      [`${signModifiers}+?`]: () => desk.shortcuts.$isListOpen.set(true),
    },
    { isOn, ignore: (event) => !isFreeKey(event) },
  );
  return <ShortcutKeys keys={keys} setting={desk.shortcuts} />;
}
