import { useStore } from '@nanostores/react';
import { limits } from '../../shared/limits.ts';
import {
  type AuditEntry,
  type AuditKind,
  actionLabel,
  auditKinds,
  formatAuditDetails,
} from '../../shared/ops/audit-log.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { FetchProblem } from '../../ui/errors/WhenFetched.tsx';
import { Options } from '../../ui/forms/choices.tsx';
import { FilterChip } from '../../ui/forms/FilterChip.tsx';
import { usePeriod } from '../../ui/forms/use-period.tsx';
import { InnerLink, Skeleton } from '../../ui/pieces.tsx';
import {
  useDateFormats,
  useDeskStore,
  useLastData,
  useRefreshOnMount,
  useRunning,
} from '../desk/desk-hooks.ts';
import { type AuditList, auditFileAddress, createAuditList } from './audit-list.ts';

export function HistorySection() {
  const list = useDeskStore(createAuditList);
  const view = useStore(list.$view);
  const fetched = list.entriesOf(view);
  const { data, error } = useStore(fetched.$state);
  const shown = useLastData(data);
  const isLoadingMore = useRunning('audit') !== undefined;
  useRefreshOnMount(fetched);
  return (
    <section aria-label="Change history" className="min-w-0">
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="max-w-prose flex-1 basis-64 text-sm text-quiet">
          Changes to money, orders, people, settings and privacy, made on the dashboards or the server.
          Entries can’t be changed or deleted.
        </p>
        <a className="btn btn-sm" href={auditFileAddress(view)} download>
          Export CSV
        </a>
      </div>
      <AuditFilters list={list} />
      <FetchProblem fetched={fetched} what="history" />
      {!shown && !error && <Skeleton label="Loading the history" className="h-36" />}
      {data && !error && data.rows.length === 0 && (
        <p role="status" className="py-6 text-quiet">
          {view.find || view.kind || view.when ? 'No entries match.' : 'No entries yet.'}
        </p>
      )}
      <ol
        aria-label="Change history"
        aria-busy={!data}
        className={classNames('divide-y divide-base-300', !data && 'opacity-60')}
      >
        {shown?.rows.map((entry) => (
          <Entry key={entry.id} list={list} entry={entry} />
        ))}
      </ol>
      {data && data.next !== null && (
        <Button
          className="btn mt-4"
          isBusy={isLoadingMore}
          busyLabel="Loading…"
          onClick={() => void list.loadMore(view, data)}
        >
          Load more
        </Button>
      )}
    </section>
  );
}

function AuditFilters({ list }: { list: AuditList }) {
  const text = useStore(list.$searchText);
  const { kind, when } = useStore(list.$view);
  const period = usePeriod(when, (chosen) => list.filter({ when: chosen }));
  return (
    <div className="mb-2 grid gap-3">
      <form
        aria-label="Filter the history"
        className="flex flex-wrap items-center gap-2"
        onSubmit={(event) => event.preventDefault()}
      >
        <input
          type="search"
          aria-label="Search"
          className="input h-8 min-w-0 grow basis-full sm:max-w-96 sm:basis-66"
          placeholder="Who, what or order"
          maxLength={limits.searchCharacters}
          autoComplete="off"
          value={text}
          onChange={(event) => list.search(event.target.value)}
        />
        <FilterChip
          label="About"
          inset="pl-15"
          value={kind}
          onSelect={(chosen) => list.filter({ kind: chosen as AuditKind | '' })}
        >
          <option value="">Everything</option>
          <Options of={Object.entries(auditKinds)} />
        </FilterChip>
        <FilterChip label="When" inset="pl-15" value={period.value} onSelect={period.select}>
          <option value="">Any time</option>
          {period.options}
        </FilterChip>
      </form>
      {period.showsDays && period.daysForm('Changes made between')}
    </div>
  );
}

function Entry({ list, entry }: { list: AuditList; entry: AuditEntry }) {
  const { dateTime } = useDateFormats();
  const { at, actor, action, subject, details } = entry;
  const said = formatAuditDetails(details);
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 py-1.5">
      <p className="flex min-w-0 flex-1 basis-80 flex-wrap items-baseline gap-x-2">
        <span className="font-semibold wrap-anywhere">{actionLabel(action)}</span>
        {subject.kind === 'order' ? (
          <InnerLink
            className="link py-0.5"
            href={`?order=${subject.id}`}
            onFollow={() => list.openOrder(subject.id)}
          >
            {subject.label}
          </InnerLink>
        ) : (
          <span className="wrap-anywhere">{subject.label}</span>
        )}
        {said && <span className="text-sm wrap-anywhere">{said}</span>}
      </p>
      <p className="text-sm wrap-anywhere text-quiet">
        {actor} · <time dateTime={at}>{dateTime(at)}</time>
      </p>
    </li>
  );
}
