import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { ReaderDesk } from '../../client/dashboards/reader-desk.ts';
import { isFreeKey } from '../ui/free-keys.ts';
import { moveRow } from '../ui/move-row.ts';
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
  const [isListOpen, setIsListOpen] = useState(false);
  const isOn = useStore(desk.shortcuts.$isOn);
  useEffect(() => {
    if (!isOn) return;
    const act = (event: KeyboardEvent) => {
      if (!isFreeKey(event)) return;
      const [mostUrgent] = desk.$assignments.get();
      if (event.key === 'w' && mostUrgent) onWrite(mostUrgent.id);
      else if (event.key === 'j') moveRow(1);
      else if (event.key === 'k') moveRow(-1);
      else if (event.key === '?') setIsListOpen(true);
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', act);
    return () => removeEventListener('keydown', act);
  }, [desk, isOn, onWrite]);
  return (
    <ShortcutKeys keys={keys} setting={desk.shortcuts} isOpen={isListOpen} onOpenChange={setIsListOpen} />
  );
}
