import { useStore } from '@nanostores/react';
import { useRef, useState } from 'react';
import type { PaletteEntry } from '../../client/palette/entries.ts';
import { createPalette, type PaletteSource } from '../../client/palette/palette.ts';
import { Combobox, foundNews } from '../ui/combobox/Combobox.tsx';
import { Dialog } from '../ui/dialogs/Dialog.tsx';

interface PaletteProps {
  /** Called as it opens, before the focus moves. */
  createSource: () => PaletteSource;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Finds anything by typing, and goes there or does it. */
export function Palette({ createSource, open, onOpenChange }: PaletteProps) {
  const chosen = useRef<PaletteEntry | null>(null);

  function runChosen() {
    const entry = chosen.current;
    chosen.current = null;
    entry?.run();
  }

  return (
    // What is done may move the focus: not before it is back.
    <Dialog open={open} onOpenChange={onOpenChange} onClosed={runChosen} title="Find or do" size="lg">
      <Finder
        createSource={createSource}
        onChoose={(entry) => {
          chosen.current = entry;
          onOpenChange(false);
        }}
      />
    </Dialog>
  );
}

interface FinderProps extends Pick<PaletteProps, 'createSource'> {
  onChoose: (entry: PaletteEntry) => void;
}

function Finder({ createSource, onChoose }: FinderProps) {
  const [palette] = useState(() => createPalette(createSource()));
  const { text, entries, isSearching, hasFailed } = useStore(palette.$state);
  const [typed, setTyped] = useState('');

  async function takeFirst() {
    const entry = await palette.first();
    if (entry) onChoose(entry);
  }

  return (
    <Combobox
      label="Find or do"
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
      news={newsOf({ text, count: entries.length, isSearching, hasFailed })}
    />
  );
}

function newsOf(state: { text: string; count: number; isSearching: boolean; hasFailed: boolean }): string {
  const { text, count, isSearching, hasFailed } = state;
  if (hasFailed) return 'Orders could not be searched: the server did not answer.';
  if (isSearching) return 'Searching…';
  if (count === 0) return 'Nothing matches.';
  return text ? foundNews(count, count, 'result') : '';
}
