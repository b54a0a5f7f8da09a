import { useStore } from '@nanostores/react';
import { shorten } from '../../client/format.ts';
import { namePlace } from '../../client/snippets/find-snippets.ts';
import type { Snippets } from '../../client/snippets/snippets.ts';
import type { Snippet } from '../../shared/readings/snippets.ts';
import { useRunning } from '../desk/use-running.ts';
import { ActionButton } from '../ui/ActionButton.tsx';
import { Badge } from '../ui/Badge.tsx';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { firstFocus } from '../ui/dialogs/use-return-focus.ts';
import { handsOnFocus, rowFocus } from '../ui/hands-on-focus.ts';
import { TypedText } from '../ui/TypedText.tsx';
import { useFocusHandover } from '../ui/use-focus-handover.ts';
import { SnippetEditor } from './SnippetEditor.tsx';
import { UntilLoaded } from './UntilLoaded.tsx';

/** How many characters of a text are shown before it is opened. */
const previewCharacters = 160;

interface SnippetsDialogProps {
  snippets: Snippets;
  /** Whether they may share them with every reader. */
  mayShare: boolean;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Where snippets are written, changed and deleted. */
export function SnippetsDialog({ snippets, mayShare, open, onOpenChange }: SnippetsDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
      title="Snippets"
      description={`Texts to insert into readings. ${namePlace} becomes the name of the person the reading is for.`}
    >
      <Content snippets={snippets} mayShare={mayShare} />
    </Dialog>
  );
}

function Content({ snippets, mayShare }: Pick<SnippetsDialogProps, 'snippets' | 'mayShare'>) {
  const { data } = useStore(snippets.list.$state);
  const isEditing = useStore(snippets.$editor) !== null;
  const { opener, editor } = useFocusHandover<HTMLInputElement>(isEditing);
  return (
    <div className="grid gap-4">
      {isEditing ? (
        <SnippetEditor snippets={snippets} mayShare={mayShare} titleField={editor} />
      ) : (
        <div>
          <button
            type="button"
            {...firstFocus}
            ref={opener}
            className="btn btn-sm"
            onClick={() => snippets.edit(null)}
          >
            New snippet
          </button>
        </div>
      )}
      <UntilLoaded list={snippets.list} />
      <Deleted snippets={snippets} />
      {data?.length === 0 && <p className="text-quiet">No snippets yet.</p>}
      {data && data.length > 0 && (
        <ul aria-label="Snippets" className="divide-y divide-base-300">
          {data.map((snippet) => (
            <Row key={snippet.id} snippets={snippets} snippet={snippet} isLocked={isEditing} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Deleted({ snippets }: Pick<SnippetsDialogProps, 'snippets'>) {
  const deleted = useStore(snippets.$deleted);
  const isBusy = useRunning(snippets.work, 'deleted-snippet') !== undefined;
  return (
    <div role="status">
      {deleted && (
        <div
          ref={handsOnFocus}
          className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-field border border-hairline px-4 py-2"
        >
          <p className="min-w-0 flex-1 basis-40 wrap-anywhere">“{deleted.title}” is deleted.</p>
          <ActionButton
            className="btn btn-sm"
            isBusy={isBusy}
            busyLabel="Undoing…"
            onClick={() => void snippets.putBack()}
          >
            Undo
          </ActionButton>
        </div>
      )}
    </div>
  );
}

interface RowProps {
  snippets: Snippets;
  snippet: Snippet;
  /** Whether another one is written: it would take its place. */
  isLocked: boolean;
}

function Row({ snippets, snippet, isLocked }: RowProps) {
  const isDeleting = useRunning(snippets.work, `snippet:${snippet.id}`) !== undefined;
  const { title, text, isShared, mayChange } = snippet;
  const preview = shorten(text, previewCharacters);
  return (
    <li ref={handsOnFocus} className="flex flex-wrap items-start gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-2 font-semibold wrap-anywhere">
          {title} {isShared && <Badge tone="neutral">Shared</Badge>}
        </p>
        {preview === text ? (
          <TypedText className="max-w-prose text-sm" text={text} />
        ) : (
          <details>
            <summary className="max-w-prose cursor-pointer text-sm wrap-anywhere text-quiet">
              {preview}
            </summary>
            <TypedText className="max-w-prose text-sm" text={text} />
          </details>
        )}
      </div>
      {mayChange && (
        <div className="flex gap-2">
          <button
            type="button"
            className="btn btn-sm"
            disabled={isLocked}
            aria-label={`Change the snippet ${title}`}
            onClick={() => snippets.edit(snippet)}
          >
            Change
          </button>
          <ActionButton
            {...rowFocus}
            className="btn btn-sm"
            isBusy={isDeleting}
            busyLabel="Deleting…"
            disabled={isLocked}
            aria-label={`Delete the snippet ${title}`}
            onClick={() => void snippets.remove(snippet)}
          >
            Delete
          </ActionButton>
        </div>
      )}
    </li>
  );
}
