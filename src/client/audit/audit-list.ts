import { atom, computed } from 'nanostores';
import { type AuditEntry, type AuditKind, auditKinds, auditWordCharacters } from '../../shared/audit.ts';
import type { Page } from '../../shared/pages.ts';
import { isPeriod } from '../../shared/periods.ts';
import { api, call, messageOf } from '../api.ts';
import type { DeskBase } from '../desk/desk-base.ts';
import type { UrlParameters } from '../desk/url-state.ts';

type AuditRequest = { search?: string; kind?: AuditKind; period?: string; cursor?: string };

type AuditView = ReturnType<typeof readView>;
export type AuditList = ReturnType<typeof createAuditList>;

const ask = (query: AuditRequest): Promise<Page<AuditEntry>> => call(api.audit.$get({ query }));

export const searchPauseMs = 250;

/** The change history, the newest first; its filters are in the address. */
export function createAuditList({ url, work }: DeskBase, load = ask) {
  const $view = computed(url.$parameters, readView);
  const $request = computed($view, (view) => JSON.stringify(requestOf(view)));
  const $searchText = atom($view.get().find);
  const $state = atom({
    rows: [] as AuditEntry[],
    next: null as string | null,
    isLoading: true,
    isLoadingMore: false,
    problem: '',
  });
  let newest = 0;
  let searchRest: ReturnType<typeof setTimeout> | undefined;
  const set = (changes: Partial<ReturnType<typeof $state.get>>) =>
    $state.set({ ...$state.get(), ...changes });

  async function fetchPart(cursor: string | null): Promise<void> {
    newest += 1;
    const mine = newest;
    set({ isLoading: cursor === null, isLoadingMore: cursor !== null, problem: '' });
    const before = cursor === null ? [] : $state.get().rows;
    try {
      const part = await work.watch(load({ ...requestOf($view.get()), ...(cursor !== null && { cursor }) }));
      if (mine !== newest) return;
      set({ rows: [...before, ...part.rows], next: part.next, isLoading: false, isLoadingMore: false });
    } catch (error) {
      if (mine !== newest) return;
      const problem = messageOf(error, 'The history could not be loaded.');
      set({ isLoading: false, isLoadingMore: false, problem });
    }
  }

  $view.listen(({ find }) => {
    if (find !== $searchText.get().trim()) $searchText.set(find);
  });
  $request.listen(() => void fetchPart(null));

  return {
    $view,
    $state,
    $searchText,
    search(text: string) {
      $searchText.set(text);
      clearTimeout(searchRest);
      searchRest = setTimeout(() => url.update({ find: text.trim() }), searchPauseMs);
    },
    filter: (changes: Partial<Pick<AuditView, 'kind' | 'when'>>) => url.update(changes, 'push'),
    async loadMore() {
      const { next, isLoading, isLoadingMore } = $state.get();
      if (next !== null && !isLoading && !isLoadingMore) await fetchPart(next);
    },
    refresh: () => fetchPart(null),
    openOrder: (order: string) => url.update({ tab: '', section: '', order }, 'push'),
  };
}

export function auditFileAddress(view: AuditView): string {
  const query = new URLSearchParams(Object.entries(requestOf(view))).toString();
  return `/api/audit.csv${query && `?${query}`}`;
}

function readView({ find = '', kind = '', when = '' }: UrlParameters) {
  return {
    find,
    kind: kind in auditKinds ? (kind as AuditKind) : ('' as const),
    when: isPeriod(when) ? when : '',
  };
}

function requestOf({ find, kind, when }: AuditView): AuditRequest {
  return {
    ...(isSearchable(find) && { search: find.trim() }),
    ...(kind && { kind }),
    ...(when && { period: when }),
  };
}

/** Shorter words find nothing. */
function isSearchable(text: string): boolean {
  return text.split(/\s+/).some((word) => word.length >= auditWordCharacters);
}
