import { atom, computed } from 'nanostores';
import { foldSearchWords } from '../../../shared/orders/search-text.ts';
import type { Snippet, SnippetInput } from '../../../shared/readings/snippet-schema.ts';
import { foldText } from '../../../shared/text.ts';
import type { DeskBase } from '../desk-base.ts';
import type { Task } from '../task-runner.ts';

/** The text typed over a stored snippet; `isShared` is empty unless it is shared. */
type SnippetFields = Record<'title' | 'text' | 'isShared', string>;

export type Snippets = ReturnType<typeof createSnippets>;

export function createSnippets({ api, fetching, work, drafts }: DeskBase) {
  const list = fetching.store('snippets', api.snippets);
  // Typed text survives closing and reloading; a snippet only opened does not.
  const draft = drafts.of<Partial<SnippetFields> & { id: string }>('snippet');
  /** The snippet as it was when opened: another session may delete it. */
  const $opened = atom<{ id: string; snippet?: Snippet | undefined } | null>(draft.$fields.get());
  const $edited = computed([draft.$fields, $opened], (typed, opened) => typed?.id ?? opened?.id ?? null);
  const $deleted = atom<Snippet | null>(null);
  const refresh = () => void list.refresh();
  work.onSignedIn(refresh);

  function close(): void {
    draft.clear();
    $opened.set(null);
  }

  return {
    list,
    draft,
    /** The id of the snippet being edited: empty for a new one, null for none. */
    $edited,
    /** The snippet being edited; undefined for a new one, or before the list is loaded. */
    $stored: computed([list.$state, $edited, $opened], ({ data }, edited, opened) =>
      [...(data ?? []), opened?.snippet].find((snippet) => snippet?.id === edited),
    ),
    /** @param snippet undefined for a new one */
    edit(snippet?: Snippet): void {
      draft.clear();
      $opened.set({ id: snippet?.id ?? '', snippet });
    },
    close,
    save: (id: string, input: SnippetInput, refuse?: Task['refuse']) =>
      work.perform({
        subject: 'snippet',
        run() {
          const isDeleted = list.$state.get().data?.every((one) => one.id !== id) ?? false;
          return id === '' || isDeleted ? api.createSnippet(input) : api.changeSnippet(id, input);
        },
        // Editing before the list is refreshed would start with the old text.
        refresh: list.refresh,
        show: close,
        failure: { title: 'Update Failed', message: 'Failed to save the snippet' },
        refuse,
      }),
    remove: (snippet: Snippet) =>
      work.perform({
        subject: `snippet:${snippet.id}`,
        name: 'delete',
        run: async () => {
          await api.deleteSnippet(snippet.id);
          $deleted.set(snippet);
        },
        refresh: list.refresh,
        failure: { title: 'Delete Failed', message: 'Failed to delete the snippet' },
      }),
    $deleted,
    async putBack(): Promise<boolean> {
      const snippet = $deleted.get();
      if (!snippet) return false;
      const { title, text, isShared } = snippet;
      return work.perform({
        subject: 'deleted-snippet',
        name: 'restore',
        run: () => api.createSnippet({ title, text, isShared }),
        refresh,
        show: () => $deleted.set(null),
        failure: { title: 'Undo Failed', message: 'Failed to restore the snippet' },
      });
    },
  };
}

/** Returns the snippets that contain every word of a search; those with all words in the title come first. */
export function findSnippets(snippets: readonly Snippet[], search: string): Snippet[] {
  const words = foldSearchWords(search);
  const hasAll = (text: string) => {
    const folded = foldText(text);
    return words.every((word) => folded.includes(word));
  };
  return snippets
    .filter(({ title, text }) => hasAll(`${title} ${text}`))
    .toSorted((a, b) => Number(hasAll(b.title)) - Number(hasAll(a.title)));
}

export const namePlace = '{name}';

/** Returns a snippet's text with `{name}` replaced by the addressee's name. */
export function fillSnippet(text: string, addresseeName: string): string {
  return text.replaceAll(namePlace, () => addresseeName);
}
