import { atom, computed } from 'nanostores';
import type { UrlParameters } from '../../lib/url-state.ts';
import type { Page } from '../../shared/list-page.ts';
import {
  type AuditEntry,
  type AuditKind,
  auditKinds,
  auditWordMinimumCharacters,
} from '../../shared/ops/audit-log.ts';
import { isPeriod } from '../../shared/periods.ts';
import type { DeskBase } from '../desk/desk-base.ts';
import type { AuditRequest } from '../desk/staff-api.ts';

type AuditView = ReturnType<typeof readView>;
export type AuditList = ReturnType<typeof createAuditList>;

export const searchPauseMs = 250;

export function createAuditList({ api, url, work, fetching }: DeskBase) {
  const $view = computed(url.$parameters, readView);
  const $searchText = atom($view.get().find);
  let searchTimer: ReturnType<typeof setTimeout> | undefined;

  $view.listen(({ find }) => {
    if (find !== $searchText.get().trim()) $searchText.set(find);
  });

  function entriesOf(view: AuditView) {
    const request = requestOf(view);
    return fetching.store(`audit/${JSON.stringify(request)}`, () => api.auditEntries(request));
  }

  return {
    $view,
    $searchText,
    entriesOf,
    search(text: string) {
      $searchText.set(text);
      clearTimeout(searchTimer);
      searchTimer = setTimeout(() => url.update({ find: text.trim() }), searchPauseMs);
    },
    filter: (changes: Partial<Pick<AuditView, 'kind' | 'when'>>) => url.update(changes, 'push'),
    loadMore: (view: AuditView, { next }: Page<AuditEntry>) =>
      work.perform({
        subject: 'audit',
        name: 'more',
        async run() {
          const part = await api.auditEntries({ ...requestOf(view), ...(next !== null && { cursor: next }) });
          // The list may have been refetched and now end elsewhere.
          await entriesOf(view).update((now) =>
            now.next === next ? { rows: [...now.rows, ...part.rows], next: part.next } : now,
          );
        },
        failure: { title: 'Not Loaded', message: 'The history could not be loaded.' },
      }),
    openOrder: (order: string) => url.update({ tab: '', section: '', order }, 'push'),
  };
}

/** Returns the address of a view's CSV. A search that is too short is left out, as in the list. */
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
  return text.split(/\s+/).some((word) => word.length >= auditWordMinimumCharacters);
}
