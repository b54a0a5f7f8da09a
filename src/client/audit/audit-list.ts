import { atom, type ReadableAtom } from 'nanostores';
import { type AuditEntry, type AuditKind, auditKinds, auditWordCharacters } from '../../shared/audit.ts';
import type { Page } from '../../shared/pages.ts';
import { isPeriod } from '../../shared/periods.ts';
import { api, call, messageOf } from '../api.ts';
import type { DeskBase } from '../desk/desk-base.ts';
import type { UrlParameters } from '../desk/url-state.ts';

/** What of the history is shown; empty: all of it. */
export interface AuditView {
  find: string;
  kind: AuditKind | '';
  /** As `isPeriod` knows it. */
  when: string;
}

export interface AuditListState {
  rows: AuditEntry[];
  next: string | null;
  isLoading: boolean;
  isLoadingMore: boolean;
  /** A sentence; empty when all went well. */
  problem: string;
}

interface AuditRequest {
  search?: string;
  kind?: AuditKind;
  period?: string;
  cursor?: string;
}

/** What was done at the desks, the newest first; what is shown of it stands in the address. */
export interface AuditList {
  readonly $view: ReadableAtom<AuditView>;
  readonly $state: ReadableAtom<AuditListState>;
  /** What stands in the search field. */
  readonly $searchText: ReadableAtom<string>;
  search(text: string): void;
  filter(changes: Partial<Pick<AuditView, 'kind' | 'when'>>): void;
  loadMore(): Promise<void>;
  refresh(): Promise<void>;
  openOrder(id: string): void;
}

const ask = (query: AuditRequest): Promise<Page<AuditEntry>> => call(api.audit.$get({ query }));

/** How long nothing is typed before it is searched for, in milliseconds. */
export const searchPauseMs = 250;

export function createAuditList({ url, work }: DeskBase, load = ask): AuditList {
  const $view = atom(readView(url.$parameters.get()));
  const $searchText = atom($view.get().find);
  const nothing = { rows: [], next: null, isLoading: true, isLoadingMore: false, problem: '' };
  const $state = atom<AuditListState>(nothing);
  let newest = 0;
  let searchRest: ReturnType<typeof setTimeout> | undefined;
  const set = (changes: Partial<AuditListState>) => $state.set({ ...$state.get(), ...changes });

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

  url.$parameters.listen((parameters) => {
    const view = readView(parameters);
    if (JSON.stringify(view) === JSON.stringify($view.get())) return;
    if (view.find !== $searchText.get().trim()) $searchText.set(view.find);
    const isSame = isSameRequest(view, $view.get());
    $view.set(view);
    if (!isSame) void fetchPart(null);
  });

  return {
    $view,
    $state,
    $searchText,
    search(text) {
      $searchText.set(text);
      clearTimeout(searchRest);
      searchRest = setTimeout(() => url.update({ find: text.trim() }), searchPauseMs);
    },
    filter: (changes) => url.update(changes, 'push'),
    async loadMore() {
      const { next, isLoading, isLoadingMore } = $state.get();
      if (next !== null && !isLoading && !isLoadingMore) await fetchPart(next);
    },
    refresh: () => fetchPart(null),
    openOrder: (order) => url.update({ tab: '', section: '', order }, 'push'),
  };
}

/** @returns where the file is with what is shown */
export function auditFileAddress(view: AuditView): string {
  const query = new URLSearchParams(Object.entries(requestOf(view))).toString();
  return `/api/audit.csv${query && `?${query}`}`;
}

function readView({ find = '', kind = '', when = '' }: UrlParameters): AuditView {
  return {
    find,
    kind: kind in auditKinds ? (kind as AuditKind) : '',
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

/** @returns whether something can be searched for; shorter words find nothing */
function isSearchable(text: string): boolean {
  return text.split(/\s+/).some((word) => word.length >= auditWordCharacters);
}

function isSameRequest(a: AuditView, b: AuditView): boolean {
  return JSON.stringify(requestOf(a)) === JSON.stringify(requestOf(b));
}
