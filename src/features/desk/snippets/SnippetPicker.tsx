import { useStore } from '@nanostores/react';
import { useRef, useState } from 'react';
import { shorten } from '../../../lib/format.ts';
import type { Snippet } from '../../../shared/readings/snippet-schema.ts';
import { directionOf } from '../../../shared/text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Combobox, resultHint } from '../../../ui/dialogs/Combobox.tsx';
import { Dialog, type DialogState } from '../../../ui/dialogs/Dialog.tsx';
import { Badge } from '../../../ui/pieces.tsx';
import { LoadedSnippets, SnippetsDialog, useSnippets } from './SnippetsDialog.tsx';
import { fillSnippet, findSnippets } from './snippet-store.ts';

/** How many are shown at once; the others are found by typing. */
const shownAtOnce = 12;
const previewCharacters = 110;

type PickerProps = DialogState & { addresseeName: string; onInsert: (text: string) => void };

/** Shows the dialog to choose a snippet. Once it has closed, `onInsert` gets the text with the name filled in. */
export function SnippetPicker({ addresseeName, onInsert, ...dialog }: PickerProps) {
  const snippets = useSnippets(dialog.open);
  const { data } = useStore(snippets.list.$state);
  const [isManaging, setIsManaging] = useState(false);
  const chosen = useRef<string | null>(null);

  function insertChosen() {
    if (chosen.current !== null) onInsert(chosen.current);
    chosen.current = null;
  }

  return (
    <Dialog {...dialog} onClosed={insertChosen} title="Insert a snippet">
      <div className="grid gap-3">
        <LoadedSnippets
          snippets={snippets}
          none="No snippets yet. A snippet is a text you use often and insert with a few keys."
        >
          {(list) => (
            <Finder
              snippets={list}
              onChoose={({ text }) => {
                chosen.current = fillSnippet(text, addresseeName);
                dialog.onClose();
              }}
            />
          )}
        </LoadedSnippets>
        <div>
          <Button onClick={() => setIsManaging(true)}>
            {data?.length === 0 ? 'Write one' : 'Manage snippets'}
          </Button>
        </div>
      </div>
      <SnippetsDialog
        snippets={snippets}
        mayShare={false}
        open={isManaging}
        onClose={() => setIsManaging(false)}
      />
    </Dialog>
  );
}

function Finder(props: { snippets: Snippet[]; onChoose: (snippet: Snippet) => void }) {
  const [search, setSearch] = useState('');
  const found = findSnippets(props.snippets, search);
  const shown = found.slice(0, shownAtOnce);
  const isAsked = search.trim() !== '' || found.length > shown.length;
  const announcement = isAsked ? resultHint(found.length, shown.length, 'snippet', 'insert') : '';

  return (
    <Combobox
      label="Find a snippet"
      placeholder="Type to find one"
      text={search}
      onTextChange={setSearch}
      listLabel="Snippets"
      optionClassName="px-3 py-2"
      items={shown}
      keyOf={({ id }) => id}
      show={({ title, text, isShared }) => (
        <>
          <p className="flex flex-wrap items-center gap-x-2 font-semibold wrap-anywhere">
            {title} {isShared && <Badge tone="neutral">Shared</Badge>}
          </p>
          <p dir={directionOf(text)} className="text-sm text-quiet wrap-anywhere">
            {shorten(text.replace(/\s+/g, ' '), previewCharacters)}
          </p>
        </>
      )}
      onChoose={props.onChoose}
      announcement={found.length === 0 ? 'No snippets match.' : announcement}
    />
  );
}
