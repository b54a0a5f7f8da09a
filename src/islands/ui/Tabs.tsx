import * as Radix from 'radix-ui/tabs';
import type { ReactNode } from 'react';

const listLook = 'tabs border-b sm:gap-1 max-sm:justify-between border-base-300';
const tabLook =
  'tab -mb-px h-auto flex-nowrap gap-0.5 border-b-2 px-0.5 py-2 text-badge leading-tight font-semibold max-sm:tracking-tight text-quiet sm:gap-2 sm:px-3.5 sm:py-2.5 sm:text-[1rem] sm:whitespace-nowrap hover:text-base-content max-sm:focus-visible:-outline-offset-2 aria-selected:border-primary aria-selected:text-base-content';

export function Tabs(props: {
  label?: string;
  tabs: {
    value: string;
    label: string;
    badge?: ReactNode;
    content: ReactNode;
    /** Called when the tab is likely to be chosen. */
    prefetch?: () => void;
  }[];
  value: string;
  onValueChange: (value: string) => void;
}) {
  const { label, tabs, value, onValueChange } = props;
  return (
    <Radix.Root value={value} onValueChange={onValueChange}>
      <Radix.List className={listLook} aria-label={label}>
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className={tabLook}
            onPointerEnter={tab.prefetch}
            onFocus={tab.prefetch}
          >
            <span className="max-sm:w-min">{tab.label}</span>
            {tab.badge !== undefined && tab.badge !== null && (
              <span className="min-w-4.5 rounded-2xl bg-primary px-1 text-center text-xs/4.5 text-primary-content tabular-nums sm:min-w-5.5 sm:px-[0.4rem] sm:text-xs/5.5">
                {tab.badge}
              </span>
            )}
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
