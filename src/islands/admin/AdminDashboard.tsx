import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { type AdminDesk, createAdminDesk } from '../../client/desk/admin-desk.ts';
import type { SiteIdentity } from '../../shared/site.ts';
import type { SignedInUser } from '../../shared/staff.ts';
import { DeskHeader } from '../staff/DeskHeader.tsx';
import { SessionEnded } from '../staff/SessionEnded.tsx';
import { useDesk } from '../staff/use-desk.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { Toaster } from '../ui/Toaster.tsx';
import { TooltipProvider } from '../ui/Tooltip.tsx';
import { AlertStrip } from './AlertStrip.tsx';
import { ApprovalsTab } from './approvals/ApprovalsTab.tsx';
import { HeldApprovals } from './approvals/HeldApprovals.tsx';
import { DeskContext } from './desk-context.ts';
import { OrderDialog } from './orders/OrderDialog.tsx';
import { OrdersTab } from './orders/OrdersTab.tsx';
import { OverviewTab } from './overview/OverviewTab.tsx';
import { Shortcuts } from './Shortcuts.tsx';
import { SettingsTab } from './settings/SettingsTab.tsx';

/** The admin's dashboard: orders, readings to approve, settings (spec/product.md §2). */
export function AdminDashboard({ user, site }: { user: SignedInUser; site: SiteIdentity }) {
  const desk = useDesk(createAdminDesk, user.username);
  return (
    <>
      <DeskHeader title="Admin Dashboard" username={user.username} work={desk?.work ?? null} />
      <main className="mx-auto max-w-7xl px-4 pt-4 pb-16 sm:px-6">
        {desk ? <Desk desk={desk} username={user.username} site={site} /> : <Skeleton className="h-96" />}
      </main>
      <Toaster />
    </>
  );
}

interface DeskProps {
  desk: AdminDesk;
  username: string;
  site: SiteIdentity;
}

function Desk({ desk, username, site }: DeskProps) {
  const tab = useStore(desk.$tab);
  const tabs = useRef<HTMLDivElement>(null);
  // On a narrow screen the list of tabs scrolls.
  useEffect(() => {
    tabs.current
      ?.querySelector(`[role="tab"][id$="${tab}"]`)
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [tab]);
  const { data: pending } = useStore(desk.readings.pending.$state);
  return (
    <DeskContext.Provider value={desk}>
      <TooltipProvider>
        <AlertStrip />
        <HeldApprovals />
        <div ref={tabs}>
          <Tabs
            label="Admin dashboard"
            value={tab}
            onValueChange={desk.selectTab}
            tabs={[
              { value: 'orders', label: 'Order Management', content: <OrdersTab /> },
              {
                value: 'approvals',
                label: 'Reading Approval',
                badge: pending?.length || null,
                content: <ApprovalsTab />,
              },
              { value: 'overview', label: 'Overview', content: <OverviewTab /> },
              {
                value: 'settings',
                label: 'Settings',
                content: <SettingsTab username={username} site={site} />,
              },
            ]}
          />
        </div>
        <Shortcuts desk={desk} />
        <OrderDialog />
        <SessionEnded work={desk.work} username={username} />
      </TooltipProvider>
    </DeskContext.Provider>
  );
}
