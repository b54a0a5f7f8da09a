import { useStore } from '@nanostores/react';
import { useRef, useState } from 'react';
import { Combobox, resultHint } from '../../../ui/dialogs/Combobox.tsx';
import { Dialog, type DialogState } from '../../../ui/dialogs/Dialog.tsx';
import { createPalette, type PaletteEntry, type PaletteSource } from './palette.ts';

/** `createSource` is called on opening, before the focus moves. */
type PaletteProps = DialogState & { createSource: () => PaletteSource };

/** Shows the dialog that finds entries. The chosen one runs after it has closed and returned the focus. */
export function Palette({ createSource, ...dialog }: PaletteProps) {
  const chosen = useRef<PaletteEntry | null>(null);
  function runChosen() {
    chosen.current?.run();
    chosen.current = null;
  }

  return (
    // The entry may move the focus: it runs after the dialog has returned it.
    <Dialog {...dialog} onClosed={runChosen} title="Search or run" size="lg">
      <Finder
        createSource={createSource}
        onChoose={(entry) => {
          chosen.current = entry;
          dialog.onClose();
        }}
      />
    </Dialog>
  );
}

type FinderProps = Pick<PaletteProps, 'createSource'> & { onChoose: (entry: PaletteEntry) => void };

function Finder({ createSource, onChoose }: FinderProps) {
  const [palette] = useState(() => createPalette(createSource()));
  const { text, entries, isSearching, hasFailed } = useStore(palette.$state);
  const [typed, setTyped] = useState('');

  async function takeFirst() {
    const entry = await palette.first();
    if (entry) onChoose(entry);
  }

  function announcement(): string {
    if (hasFailed) return 'Orders could not be searched: the server did not answer.';
    if (isSearching) return 'Searching…';
    if (entries.length === 0) return 'Nothing matches.';
    return text ? resultHint(entries.length, entries.length, 'result') : '';
  }

  return (
    <Combobox
      label="Search or run"
      placeholder="Type to find"
      text={typed}
      onTextChange={(words) => {
        setTyped(words);
        palette.type(words);
      }}
      listLabel="Found"
      optionClassName="flex flex-wrap items-baseline gap-x-3 px-3 py-1 max-sm:py-1.5 sm:leading-snug"
      items={entries}
      keyOf={({ group, id }) => `${group}/${id}`}
      groupOf={({ group }) => group}
      show={({ label, detail }) => (
        <>
          <span className="font-semibold wrap-anywhere tabular-nums">{label}</span>
          {detail && <span className="min-w-0 text-sm text-quiet wrap-anywhere">{detail}</span>}
        </>
      )}
      onChoose={onChoose}
      onNone={takeFirst}
      announcement={announcement()}
    />
  );
}
