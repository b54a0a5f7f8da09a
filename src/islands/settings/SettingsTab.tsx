import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import {
  createSettingsSections,
  type SettingsSection,
  settingsSections,
} from '../../client/settings/sections.ts';
import { useAdminDesk } from '../desk/desk-context.ts';
import { DeskPart } from '../ui/errors/DeskPart.tsx';
import { lazyPart } from '../ui/errors/lazy-part.tsx';
import { InnerLink } from '../ui/InnerLink.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { ShopSection } from './ShopSection.tsx';

const loading = (
  <div role="status" aria-label="Loading">
    <Skeleton className="h-96" />
  </div>
);
const ServiceSection = lazyPart(() => import('../service/ServiceSection.tsx'), 'ServiceSection', loading);
const PrivacySection = lazyPart(() => import('../privacy/PrivacySection.tsx'), 'PrivacySection', loading);
const HistorySection = lazyPart(() => import('../audit/HistorySection.tsx'), 'HistorySection', loading);

const names: Record<SettingsSection, string> = {
  shop: 'The shop',
  service: 'The service',
  privacy: 'Privacy',
  history: 'History',
};

/** The settings in sections: the shop, what it runs on, what is kept of people, and what was changed by whom. */
export function SettingsTab({ username }: { username: string }) {
  const { $section, choose } = useAdminDesk().later(createSettingsSections);
  const chosen = useStore($section);
  const contents: Record<SettingsSection, ReactNode> = {
    shop: <ShopSection username={username} />,
    service: <ServiceSection />,
    privacy: <PrivacySection />,
    history: <HistorySection />,
  };
  return (
    <section aria-labelledby="settings-heading">
      <div className="mb-4 flex flex-wrap items-baseline gap-x-6 gap-y-1">
        <h2 id="settings-heading" className="text-xl">
          Settings
        </h2>
        <nav
          aria-label="Settings"
          className="-mx-1 flex flex-wrap max-sm:grow max-sm:justify-between sm:-mx-2"
        >
          {settingsSections.map((section) => (
            <InnerLink
              key={section}
              href={section === 'shop' ? '?tab=settings' : `?tab=settings&section=${section}`}
              onFollow={() => choose(section)}
              aria-current={section === chosen ? 'page' : undefined}
              className="rounded-field px-1 py-1.5 text-sm font-semibold sm:px-2 sm:text-base text-quiet hover:text-base-content aria-[current]:text-base-content aria-[current]:underline aria-[current]:decoration-primary aria-[current]:decoration-2 aria-[current]:underline-offset-8"
            >
              {names[section]}
            </InnerLink>
          ))}
        </nav>
      </div>
      <DeskPart key={chosen} name="settings">
        {contents[chosen]}
      </DeskPart>
    </section>
  );
}
