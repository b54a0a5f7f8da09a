import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { type AdminDesk, type AdminTab, createAdminDesk } from '../../client/dashboards/admin-desk.ts';
import { createFirstSteps } from '../../client/dashboards/first-steps.ts';
import { removeAndClose } from '../../client/dashboards/order-at-hand.ts';
import { serverNow } from '../../client/desk/server-clock.ts';
import { whatDeletingLeaves } from '../../client/orders/deleting.ts';
import { shortDayWords } from '../../shared/checkout/offer-words.ts';
import type { Order } from '../../shared/orders/orders.ts';
import type { SignedInUser } from '../../shared/people/staff.ts';
import { BusinessDaysContext } from '../desk/business-days-context.ts';
import { type Commands, CommandsContext } from '../desk/commands-context.ts';
import { DeskContext, useAdminDesk } from '../desk/desk-context.ts';
import { useBetweenPresses } from '../desk/use-between-presses.ts';
import { OrderDialog } from '../orders/OrderDialog.tsx';
import { OrdersTab } from '../orders/OrdersTab.tsx';
import { PaletteButton } from '../palette/PaletteButton.tsx';
import { HeldApprovals } from '../readings/HeldApprovals.tsx';
import { Badge } from '../ui/Badge.tsx';
import { DeskToaster } from '../ui/DeskToaster.tsx';
import { lazyDialog } from '../ui/dialogs/lazy-dialog.tsx';
import { DeskPart } from '../ui/errors/DeskPart.tsx';
import { Island } from '../ui/errors/Island.tsx';
import { lazyPart } from '../ui/errors/lazy-part.tsx';
import { InnerLink } from '../ui/InnerLink.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { AdminShortcuts } from './AdminShortcuts.tsx';
import { AlertStrip } from './AlertStrip.tsx';
import { DeskFoot, DeskHeader } from './DeskHeader.tsx';
import { SessionEnded } from './SessionEnded.tsx';
import { useCurrentUser } from './use-current-user.ts';
import { useDesk } from './use-desk.ts';
import { useLive } from './use-live.ts';

// Loaded with the order dialog, which is prefetched as soon as the admin reaches a row.
const ConfirmDialog = lazyDialog(
  () => import('../ui/dialogs/ConfirmDialog.tsx'),
  'ConfirmDialog',
  'The question',
);

/** Asks before an order is deleted (docs/product.md §7). */
function DeleteQuestion({ desk }: { desk: AdminDesk }) {
  const { $deletionAsked, askToDelete } = desk.orderActions;
  const order = useStore($deletionAsked);
  return (
    <ConfirmDialog
      open={order !== null}
      onOpenChange={(open) => {
        if (!open) askToDelete(null);
      }}
      title={`Are you sure you want to delete order ${order?.orderNumber ?? ''}?`}
      description={order ? <About order={order} /> : undefined}
      confirmLabel="Delete"
      tone="destructive"
      onConfirm={() => {
        if (order) void removeAndClose(desk, order);
      }}
    />
  );
}

/** Whose order it is, and what deleting it does not do. */
function About({ order }: { order: Order }) {
  const left = whatDeletingLeaves(order);
  return (
    <>
      {order.customerName}, {order.customerEmail}
      {left && <span className="mt-2 block font-semibold text-base-content">{left}</span>}
    </>
  );
}

const loading = (
  <div role="status" aria-label="Loading" className="grid gap-4">
    <Skeleton className="h-7 w-48" />
    <Skeleton className="h-96" />
  </div>
);
const ApprovalsTab = lazyPart(() => import('../readings/review/ApprovalsTab.tsx'), 'ApprovalsTab', loading);
const FirstSteps = lazyPart(() => import('./FirstSteps.tsx'), 'FirstSteps', null);
const OverviewTab = lazyPart(() => import('../overview/OverviewTab.tsx'), 'OverviewTab', loading);
const SettingsTab = lazyPart(() => import('../settings/SettingsTab.tsx'), 'SettingsTab', loading);

const Palette = lazyDialog(() => import('./AdminPalette.tsx'), 'AdminPalette', 'The search');

interface AdminDashboardProps {
  user: SignedInUser;
  /** The business's. */
  timeZone: string;
  isSandbox: boolean;
  commands: Commands;
}

/** The admin's dashboard: orders, readings to approve, settings (docs/product.md §7). */
export function AdminDashboard({ user, timeZone, ...shop }: AdminDashboardProps) {
  const { username } = useCurrentUser(user);
  const desk = useDesk(createAdminDesk, { username, timeZone });
  useLive(desk, username);
  return <AdminScreen desk={desk} username={username} {...shop} />;
}

interface AdminScreenProps {
  /** Null until the island runs. */
  desk: AdminDesk | null;
  username: string;
  isSandbox: boolean;
  commands: Commands;
}

/** What the dashboard shows of its stores. */
export function AdminScreen({ desk, username, isSandbox, commands }: AdminScreenProps) {
  return (
    <Island>
      <BusinessDaysContext.Provider value={desk?.days ?? null}>
        <DeskHeader
          title="Admin Dashboard"
          username={username}
          isSandbox={isSandbox}
          badge={desk && <SalesPaused desk={desk} />}
          desk={desk}
          tools={<PaletteButton desk={desk} Palette={Palette} />}
        />
        <main className="mx-auto max-w-desk px-4 pt-4 pb-6 sm:px-6 sm:pt-2">
          {desk ? (
            <CommandsContext.Provider value={commands}>
              <Desk desk={desk} username={username} />
            </CommandsContext.Provider>
          ) : (
            <Skeleton className="h-96" />
          )}
        </main>
        {desk && <DeskFoot timeZone={desk.days.timeZone} />}
      </BusinessDaysContext.Provider>
      <DeskToaster />
    </Island>
  );
}

/** Says that sales are paused, and leads to where they are resumed. */
function SalesPaused({ desk }: { desk: AdminDesk }) {
  const { closed } = useStore(desk.settings.$state).data ?? {};
  const isOver = closed?.until && closed.until <= desk.days.dayOf(new Date(serverNow()).toISOString());
  if (closed?.reason !== 'closed' || isOver) return null;
  return (
    <InnerLink
      className="inline-flex min-h-6 items-center"
      href="?tab=settings&section=delivery"
      onFollow={() => desk.selectTab('settings', 'delivery')}
    >
      <Badge tone="warning">
        {closed.until ? `Sales paused until ${shortDayWords(closed.until)}` : 'Sales paused'}
      </Badge>
    </InnerLink>
  );
}

interface DeskProps {
  desk: AdminDesk;
  username: string;
}

function Desk({ desk, username }: DeskProps) {
  const tab = useStore(desk.$tab);
  const { data: waiting } = useStore(desk.waiting.$state);
  return (
    <DeskContext.Provider value={desk}>
      <DeskPart name="alerts">
        <AlertStrip />
      </DeskPart>
      <Tabs
        label="Admin dashboard"
        value={tab}
        onValueChange={desk.selectTab}
        tabs={[
          {
            value: 'orders',
            label: 'Order Management',
            content: (
              <>
                <NewShop />
                {inPart('orders', <OrdersTab />)}
              </>
            ),
          },
          {
            value: 'approvals',
            label: 'Reading Approval',
            badge: waiting?.toReview || null,
            prefetch: ApprovalsTab.prefetch,
            content: inPart('approvals', <ApprovalsTab />),
          },
          {
            value: 'overview',
            label: 'Overview',
            prefetch: OverviewTab.prefetch,
            content: inPart('overview', <OverviewTab />),
          },
          {
            value: 'settings',
            label: 'Settings',
            prefetch: SettingsTab.prefetch,
            content: inPart('settings', <SettingsTab username={username} />),
          },
        ]}
      />
      <DeskPart name="approvals">
        <HeldApprovals />
      </DeskPart>
      <DeskPart name="dialog">
        <AdminShortcuts desk={desk} />
        <OrderDialog />
        <DeleteQuestion desk={desk} />
      </DeskPart>
      <SessionEnded work={desk.work} username={username} />
    </DeskContext.Provider>
  );
}

/** The first steps, in a shop that has not taken them. */
function NewShop() {
  const firstSteps = useAdminDesk().later(createFirstSteps);
  const { data: steps } = useBetweenPresses(useStore(firstSteps.$state));
  if (!steps || steps.isOver) return null;
  return inPart('orders', <FirstSteps firstSteps={firstSteps} steps={steps} />);
}

/** One tab that fails leaves the others alone. */
function inPart(name: AdminTab, content: ReactNode): ReactNode {
  return <DeskPart name={name}>{content}</DeskPart>;
}
