import * as Radix from 'radix-ui/tabs';
import type { ReactNode } from 'react';

interface TabsProps {
  /** What the tabs are about, for people who cannot see them. */
  label?: string;
  tabs: {
    value: string;
    label: string;
    /** A count or a word beside the label. */
    badge?: ReactNode;
    content: ReactNode;
  }[];
  value: string;
  onValueChange: (value: string) => void;
}

/** Tabs with their panels; the arrow keys move between them. */
export function Tabs({ label, tabs, value, onValueChange }: TabsProps) {
  return (
    <Radix.Root value={value} onValueChange={onValueChange}>
      <Radix.List className="tab-list" aria-label={label}>
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.value} value={tab.value} className="tab-trigger">
            {tab.label}
            {tab.badge !== undefined && tab.badge !== null && <span className="tab-badge">{tab.badge}</span>}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="pt-6">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
