import { useStore } from '@nanostores/react';
import type { AuditList } from '../../client/audit/audit-list.ts';
import { type AuditKind, auditKinds } from '../../shared/audit.ts';
import { limits } from '../../shared/limits.ts';
import { DaysForm } from '../ui/forms/DaysForm.tsx';
import { FilterChip } from '../ui/forms/FilterChip.tsx';
import { PeriodOptions } from '../ui/forms/PeriodOptions.tsx';
import { usePeriod } from '../ui/forms/use-period.ts';

/** Narrows the history down to some words, to a kind, to some days. */
export function AuditFilters({ list }: { list: AuditList }) {
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
          {Object.entries(auditKinds).map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </FilterChip>
        <FilterChip label="When" inset="pl-15" value={period.value} onSelect={period.select}>
          <option value="">Any time</option>
          <PeriodOptions period={period} />
        </FilterChip>
      </form>
      {period.showsDays && (
        <DaysForm key={when} label="Done in these days" days={period.days} onChoose={period.chooseDays} />
      )}
    </div>
  );
}
