import { useStore } from '@nanostores/react';
import type { AuditList } from '../../client/audit/audit-list.ts';
import { type AuditKind, auditKinds } from '../../shared/audit.ts';
import { limits } from '../../shared/limits.ts';
import { DaysForm } from '../ui/forms/DaysForm.tsx';
import { FilterChoice, FilterPeriod } from '../ui/forms/FilterChoice.tsx';
import { usePeriod } from '../ui/forms/use-period.ts';

const width = 'sm:w-40';

/** Narrows the history down to some words, to a kind, to some days. */
export function AuditFilters({ list }: { list: AuditList }) {
  const text = useStore(list.$searchText);
  const { kind, when } = useStore(list.$view);
  const period = usePeriod(when, (chosen) => list.filter({ when: chosen }));
  return (
    <div className="mb-2 grid gap-3">
      <form
        aria-label="Filter the history"
        className="grid gap-3 sm:grid-cols-[1fr_auto_auto]"
        onSubmit={(event) => event.preventDefault()}
      >
        <label className="grid min-w-0 gap-1">
          <span className="text-sm font-semibold">Search</span>
          <input
            type="search"
            className="input w-full"
            placeholder="Who, what or order"
            maxLength={limits.searchCharacters}
            autoComplete="off"
            value={text}
            onChange={(event) => list.search(event.target.value)}
          />
        </label>
        <FilterChoice
          label="About"
          value={kind}
          width={width}
          onSelect={(chosen) => list.filter({ kind: chosen as AuditKind | '' })}
        >
          <option value="">Everything</option>
          {Object.entries(auditKinds).map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </FilterChoice>
        <FilterPeriod label="When" period={period} width={width} />
      </form>
      {period.showsDays && (
        <DaysForm key={when} label="Done in these days" days={period.days} onChoose={period.chooseDays} />
      )}
    </div>
  );
}
