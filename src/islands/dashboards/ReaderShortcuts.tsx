import type { ReaderDesk } from '../../client/dashboards/reader-desk.ts';
import { moveRow } from '../ui/move-row.ts';
import { type Shortcut, Shortcuts } from './Shortcuts.tsx';

/** What can be done with one key on the reader's list, and the list of it. */
export function ReaderShortcuts({ desk }: { desk: ReaderDesk }) {
  function writeMostUrgent() {
    const [mostUrgent] = desk.$assignments.get();
    if (mostUrgent) desk.write(mostUrgent.id);
  }
  const shortcuts: Shortcut[] = [
    { key: 'w', what: 'Write the most urgent order', press: writeMostUrgent },
    { key: 'j', what: 'Next row', press: () => moveRow(1) },
    { key: 'k', what: 'Previous row', press: () => moveRow(-1) },
    { key: 'Enter', what: 'Open the row' },
    { key: 'Ctrl Shift Enter', what: 'Preview' },
    { key: 'Ctrl Enter', what: 'Submit for Admin Review' },
    { key: 'Ctrl ;', what: 'Insert a snippet' },
    { key: "Ctrl '", what: 'Next comment on the text' },
  ];
  return <Shortcuts shortcuts={shortcuts} setting={desk.shortcuts} />;
}
