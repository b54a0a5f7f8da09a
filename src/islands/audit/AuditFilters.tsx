import { useStore } from '@nanostores/react';
import { type ReactNode, useState } from 'react';
import type { AuditList } from '../../client/audit/audit-list.ts';
import { type AuditKind, auditKinds } from '../../shared/audit.ts';
import { limits } from '../../shared/limits.ts';
import { periodLabels, periodNames, readDays } from '../../shared/periods.ts';
import { DaysForm } from '../ui/forms/DaysForm.tsx';

const own = 'own';

/** Narrows the history down to some words, to a kind, to some days. */
export function AuditFilters({ list }: { list: AuditList }) {
  const text = useStore(list.$searchText);
  const { kind, when } = useStore(list.$view);
  const days = readDays(when);
  // Days of one's own are asked for, but not said yet.
  const [isAsking, setIsAsking] = useState(false);
  const showsDays = days !== null || isAsking;
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
        <Choice
          label="About"
          value={kind}
          onSelect={(chosen) => list.filter({ kind: chosen as AuditKind | '' })}
        >
          <option value="">Everything</option>
          {Object.entries(auditKinds).map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </Choice>
        <Choice
          label="When"
          value={showsDays ? own : when}
          onSelect={(chosen) => {
            setIsAsking(chosen === own);
            if (chosen !== own) list.filter({ when: chosen });
          }}
        >
          <option value="">Any time</option>
          {periodNames.map((name) => (
            <option key={name} value={name}>
              {periodLabels[name]}
            </option>
          ))}
          <option value={own}>From … to …</option>
        </Choice>
      </form>
      {showsDays && (
        <DaysForm
          key={when}
          label="Done in these days"
          days={days ?? { from: '', to: '' }}
          onChoose={(chosen) => {
            setIsAsking(false);
            list.filter({ when: chosen });
          }}
        />
      )}
    </div>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  onSelect: (value: string) => void;
  children: ReactNode;
}

function Choice({ label, value, onSelect, children }: ChoiceProps) {
  return (
    <label className="grid gap-1">
      <span className="text-sm font-semibold">{label}</span>
      <select
        className="select w-full sm:w-40"
        value={value}
        onChange={(event) => onSelect(event.target.value)}
      >
        {children}
      </select>
    </label>
  );
}
