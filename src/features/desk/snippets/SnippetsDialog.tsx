import { useStore } from '@nanostores/react';
import { type RefObject, useEffect, useState } from 'react';
import { shorten } from '../../../lib/format.ts';
import { limits } from '../../../shared/limits.ts';
import { type Snippet, snippetSchema } from '../../../shared/readings/snippet-schema.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog, type DialogState } from '../../../ui/dialogs/Dialog.tsx';
import { firstFocus, useFocusHandover } from '../../../ui/dialogs/use-return-focus.ts';
import { WhenFetched } from '../../../ui/errors/WhenFetched.tsx';
import { CheckboxField } from '../../../ui/forms/choices.tsx';
import { InputField, TextAreaField } from '../../../ui/forms/Field.tsx';
import { useForm } from '../../../ui/forms/use-form.ts';
import { passFocusOnRemoval, rowFocusProps } from '../../../ui/pass-focus-on-removal.ts';
import { Badge, TypedText } from '../../../ui/pieces.tsx';
import { useDeskBase, useDraft, useRunning } from '../desk-hooks.ts';
import { createSnippets, namePlace, type Snippets } from './snippet-store.ts';

/** How many characters of a closed snippet are shown. */
const previewCharacters = 160;

/** Creates this component's store of the user's snippets, and refetches it each time the dialog opens. */
export function useSnippets(isOpen: boolean): Snippets {
  const desk = useDeskBase();
  const [snippets] = useState(() => createSnippets(desk));
  useEffect(() => {
    if (isOpen) void snippets.list.refresh();
  }, [isOpen, snippets]);
  return snippets;
}

type LoadedProps = { snippets: Snippets; none: string; children: (snippets: Snippet[]) => React.ReactNode };

export function LoadedSnippets({ snippets, none, children }: LoadedProps) {
  return (
    <WhenFetched
      fetched={snippets.list}
      what="your snippets"
      fallback="Your snippets could not be loaded."
      height="h-40"
    >
      {(list) => (list.length === 0 ? <p className="text-quiet">{none}</p> : children(list))}
    </WhenFetched>
  );
}

/** Lists, adds, and edits snippets. @param props.mayShare whether the user may share them with all readers */
export function SnippetsDialog(props: DialogState & { snippets: Snippets; mayShare: boolean }) {
  const { snippets, mayShare, ...dialog } = props;
  return (
    <Dialog
      {...dialog}
      size="lg"
      title="Snippets"
      description={`Texts to insert into readings. ${namePlace} becomes the name of the person the reading is for.`}
    >
      <Content snippets={snippets} mayShare={mayShare} />
    </Dialog>
  );
}

function Content({ snippets, mayShare }: { snippets: Snippets; mayShare: boolean }) {
  const edited = useStore(snippets.$edited);
  const isEditing = edited !== null;
  const stored = useStore(snippets.$stored);
  const { data } = useStore(snippets.list.$state);
  const isReady = edited === '' || stored !== undefined || data !== undefined;
  const { opener, editor } = useFocusHandover<HTMLInputElement>(isEditing);
  return (
    <div className="grid gap-4">
      {isEditing ? (
        isReady && (
          <SnippetEditor snippets={snippets} stored={stored} mayShare={mayShare} titleField={editor} />
        )
      ) : (
        <div>
          <Button {...firstFocus} ref={opener} onClick={() => snippets.edit()}>
            New snippet
          </Button>
        </div>
      )}
      <Deleted snippets={snippets} />
      <LoadedSnippets snippets={snippets} none="No snippets yet.">
        {(list) => (
          <ul aria-label="Snippets" className="divide-y divide-base-300">
            {list.map((snippet) => (
              <Row key={snippet.id} snippets={snippets} snippet={snippet} isLocked={isEditing} />
            ))}
          </ul>
        )}
      </LoadedSnippets>
    </div>
  );
}

function Deleted({ snippets }: { snippets: Snippets }) {
  const deleted = useStore(snippets.$deleted);
  const isBusy = useRunning('deleted-snippet') !== undefined;
  return (
    <div role="status">
      {deleted && (
        <div
          ref={passFocusOnRemoval}
          className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-field border border-hairline px-4 py-2"
        >
          <p className="min-w-0 flex-1 basis-40 wrap-anywhere">“{deleted.title}” is deleted.</p>
          <Button isBusy={isBusy} busyLabel="Undoing…" onClick={() => void snippets.putBack()}>
            Undo
          </Button>
        </div>
      )}
    </div>
  );
}

/** @param isLocked while another snippet is being edited, which this one would replace */
function Row({ snippets, snippet, isLocked }: { snippets: Snippets; snippet: Snippet; isLocked: boolean }) {
  const isDeleting = useRunning(`snippet:${snippet.id}`) !== undefined;
  const { title, text, isShared, mayChange } = snippet;
  const preview = shorten(text, previewCharacters);
  return (
    <li ref={passFocusOnRemoval} className="flex flex-wrap items-start gap-x-4 gap-y-2 py-3">
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
          <Button
            disabled={isLocked}
            aria-label={`Edit the snippet ${title}`}
            onClick={() => snippets.edit(snippet)}
          >
            Edit
          </Button>
          <Button
            {...rowFocusProps}
            isBusy={isDeleting}
            busyLabel="Deleting…"
            disabled={isLocked}
            aria-label={`Delete the snippet ${title}`}
            onClick={() => void snippets.remove(snippet)}
          >
            Delete
          </Button>
        </div>
      )}
    </li>
  );
}

function SnippetEditor(props: {
  snippets: Snippets;
  /** Undefined for a new one. */
  stored: Snippet | undefined;
  mayShare: boolean;
  titleField: RefObject<HTMLInputElement | null>;
}) {
  const { snippets, stored, mayShare, titleField } = props;
  const { id = '', title = '', text = '', isShared = false } = stored ?? {};
  const { field, fields, isBusy, write, onSubmit } = useForm({
    stored: { title, text, isShared: isShared ? 'yes' : '' },
    typed: useDraft(snippets.draft, { id }),
    schema: snippetSchema,
    toSent: (all) => ({ ...all, isShared: all.isShared !== '' }),
    save: (input, refuse) => snippets.save(id, input, refuse),
  });
  return (
    <form
      noValidate
      aria-label={id === '' ? 'New snippet' : 'Edit the snippet'}
      className="grid gap-3 rounded-field border border-hairline p-4"
      onSubmit={onSubmit}
    >
      {mayShare && (
        <CheckboxField
          label="Shared: every reader can use it"
          checked={fields.isShared !== ''}
          onChange={(isNowShared) => write({ isShared: isNowShared ? 'yes' : '' })}
        />
      )}
      <InputField
        {...firstFocus}
        {...field('title')}
        ref={titleField}
        label="Title"
        type="text"
        limit={limits.snippetTitleCharacters}
      />
      <TextAreaField
        {...field('text')}
        label="Text"
        hint={`At most ${limits.snippetCharacters.toLocaleString('en')} characters of plain text. ${namePlace} becomes the name of the person the reading is for.`}
        limit={limits.snippetCharacters}
        rows={5}
        dir="auto"
        className="field-sizing-content min-h-32 leading-relaxed"
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" className="btn btn-primary" isBusy={isBusy}>
          Save snippet
        </Button>
        <Button className="btn" disabled={isBusy} onClick={snippets.close}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
