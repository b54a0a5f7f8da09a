import { useStore } from '@nanostores/react';
import { useMemo, useRef, useState } from 'react';
import { shorten } from '../../client/format.ts';
import { createSnippetSearch, fillSnippet } from '../../client/snippets/find-snippets.ts';
import { directionOf } from '../../shared/direction.ts';
import type { Snippet } from '../../shared/readings/snippets.ts';
import { Badge } from '../ui/Badge.tsx';
import { Combobox, foundNews } from '../ui/combobox/Combobox.tsx';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { SnippetsDialog } from './SnippetsDialog.tsx';
import { UntilLoaded } from './UntilLoaded.tsx';
import { type SnippetsOfDesk, useSnippets } from './use-snippets.ts';

/** How many are shown at once: the others are found by typing. */
const shownAtOnce = 12;
/** How many characters of a text are shown. */
const previewCharacters = 110;

export interface SnippetPickerProps {
  desk: SnippetsOfDesk;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Whose name the snippet is filled with. */
  addresseeName: string;
  /** Given what was chosen once the focus is back in the field. */
  onInsert: (text: string) => void;
}

/** Finds a snippet by typing; Enter takes it. */
export function SnippetPicker({ desk, open, onOpenChange, addresseeName, onInsert }: SnippetPickerProps) {
  const snippets = useSnippets(desk, open);
  const { data } = useStore(snippets.list.$state);
  const [isManaging, setIsManaging] = useState(false);
  const chosen = useRef<string | null>(null);

  function insertChosen() {
    if (chosen.current !== null) onInsert(chosen.current);
    chosen.current = null;
  }

  return (
    <Dialog open={open} onOpenChange={onOpenChange} onClosed={insertChosen} title="Insert a snippet">
      <div className="grid gap-3">
        <UntilLoaded list={snippets.list} />
        {data && data.length === 0 && (
          <p className="text-quiet">
            No snippets yet. A snippet is a text you use often and insert with a few keys.
          </p>
        )}
        {data && data.length > 0 && (
          <Finder
            snippets={data}
            onChoose={({ text }) => {
              chosen.current = fillSnippet(text, addresseeName);
              onOpenChange(false);
            }}
          />
        )}
        <div>
          <button type="button" className="btn btn-sm" onClick={() => setIsManaging(true)}>
            {data?.length === 0 ? 'Write one' : 'Manage snippets'}
          </button>
        </div>
      </div>
      <SnippetsDialog snippets={snippets} mayShare={false} open={isManaging} onOpenChange={setIsManaging} />
    </Dialog>
  );
}

interface FinderProps {
  snippets: Snippet[];
  onChoose: (snippet: Snippet) => void;
}

function Finder({ snippets, onChoose }: FinderProps) {
  const [search, setSearch] = useState('');
  const find = useMemo(() => createSnippetSearch(snippets), [snippets]);
  const found = useMemo(() => find(search), [find, search]);
  const shown = found.slice(0, shownAtOnce);
  const isAsked = search.trim() !== '' || found.length > shown.length;

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
      onChoose={onChoose}
      news={newsOf(found.length, shown.length, isAsked)}
    />
  );
}

function newsOf(found: number, shown: number, isAsked: boolean): string {
  if (found === 0) return 'No snippets match.';
  return isAsked ? foundNews(found, shown, 'snippet') : '';
}
