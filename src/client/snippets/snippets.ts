import { atom, computed, type ReadableAtom } from 'nanostores';
import type { Snippet, SnippetInput } from '../../shared/readings/snippets.ts';
import { api, call } from '../api.ts';
import type { Drafts } from '../desk/draft.ts';
import type { Work } from '../desk/work.ts';
import type { Fetched, Fetching } from '../fetched.ts';
import { type FieldErrors, isFaultless } from '../field-errors.ts';

/** The calls about snippets. Each may throw an ApiError. */
export interface SnippetCalls {
  list(): Promise<Snippet[]>;
  create(snippet: SnippetInput): Promise<unknown>;
  change(id: string, snippet: SnippetInput): Promise<unknown>;
  remove(id: string): Promise<unknown>;
}

export const snippetCalls: SnippetCalls = {
  list: () => call(api.snippets.$get()),
  create: (json) => call(api.snippets.$post({ json })),
  change: (id, json) => call(api.snippets[':id'].$put({ param: { id }, json })),
  remove: (id) => call(api.snippets[':id'].$delete({ param: { id } })),
};

/** What is written, on this device; `id` is empty for a new one, `isShared` unless it is shared. */
type SnippetDraft = Record<'id' | 'title' | 'text' | 'isShared', string>;

/** A snippet while it is written. */
export interface SnippetEditor extends SnippetInput {
  /** Null: a new one. */
  id: string | null;
  errors: FieldErrors<'title' | 'text'>;
}

/** The snippets that the user can use, and the actions that change them. */
export interface Snippets {
  /** The desk's own: a session that ends is told in one place, and ends for both. */
  readonly work: Work;
  /** By title. */
  readonly list: Fetched<Snippet[]>;
  /** Null while none is written. */
  readonly $editor: ReadableAtom<SnippetEditor | null>;
  /** @param snippet null for a new one */
  edit(snippet: Snippet | null): void;
  write(changes: Partial<SnippetInput>): void;
  cancel(): void;
  save(): Promise<boolean>;
  remove(snippet: Snippet): Promise<boolean>;
  /** The one that was deleted last, to be put back; null when none was. */
  readonly $deleted: ReadableAtom<Snippet | null>;
  putBack(): Promise<boolean>;
}

export function createSnippets(dependencies: {
  calls: SnippetCalls;
  fetching: Fetching;
  work: Work;
  drafts: Drafts;
}): Snippets {
  const { calls, fetching, work, drafts } = dependencies;
  const list = fetching.store('snippets', () => work.watch(calls.list()));
  // What was typed outlives the dialog and the page; what was only opened does not.
  const draft = drafts.of<SnippetDraft>('snippet');
  const $opened = atom<SnippetDraft | null>(null);
  const $errors = atom<SnippetEditor['errors']>({});
  const $editor = computed([draft.$fields, $opened, $errors], (typed, opened, errors) => {
    const fields = typed ?? opened;
    return fields && { ...editorOf(fields), errors };
  });
  const $deleted = atom<Snippet | null>(null);
  const refresh = () => void list.refresh();
  work.onSignedIn(refresh);

  function close(): void {
    draft.clear();
    $opened.set(null);
    $errors.set({});
  }

  return {
    work,
    list,
    $editor,
    edit(snippet) {
      close();
      const { id = null, title = '', text = '', isShared = false } = snippet ?? {};
      $opened.set(draftOf({ id, title, text, isShared }));
    },
    write(changes) {
      const editor = $editor.get();
      if (!editor) return;
      $errors.set({});
      draft.write(draftOf({ ...editor, ...changes }));
    },
    cancel: close,
    async save() {
      const editor = $editor.get();
      if (!editor) return false;
      const { id, title, text, isShared } = editor;
      const input = { title, text, isShared };
      const errors = errorsOf(editor);
      $errors.set(errors);
      if (!isFaultless(errors)) return false;
      return work.perform({
        subject: 'snippet',
        name: 'save',
        run: () => (id === null ? calls.create(input) : calls.change(id, input)),
        // What is begun before the list is new would begin with what was.
        refresh: list.refresh,
        show: close,
        failure: { title: 'Update Failed', message: 'Failed to save the snippet' },
      });
    },
    remove: (snippet) =>
      work.perform({
        subject: `snippet:${snippet.id}`,
        name: 'delete',
        run: async () => {
          await calls.remove(snippet.id);
          $deleted.set(snippet);
        },
        refresh: list.refresh,
        failure: { title: 'Delete Failed', message: 'Failed to delete the snippet' },
      }),
    $deleted,
    async putBack() {
      const snippet = $deleted.get();
      if (!snippet) return false;
      const { title, text, isShared } = snippet;
      return work.perform({
        subject: 'deleted-snippet',
        name: 'restore',
        // It is the same text in a new place: nothing else refers to it.
        run: () => calls.create({ title, text, isShared }),
        refresh,
        show: () => $deleted.set(null),
        failure: { title: 'Undo Failed', message: 'Failed to restore the snippet' },
      });
    },
  };
}

function errorsOf({ title, text }: SnippetEditor): SnippetEditor['errors'] {
  return {
    ...(!title.trim() && { title: 'The title is missing.' }),
    ...(!text.trim() && { text: 'The text is missing.' }),
  };
}

function draftOf({ id, title, text, isShared }: Omit<SnippetEditor, 'errors'>): SnippetDraft {
  return { id: id ?? '', title, text, isShared: isShared ? 'yes' : '' };
}

function editorOf({ id, title, text, isShared }: SnippetDraft): Omit<SnippetEditor, 'errors'> {
  return { id: id || null, title, text, isShared: isShared !== '' };
}
