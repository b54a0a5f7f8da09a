import { useStore } from '@nanostores/react';
import * as Tabs from 'radix-ui/tabs';
import type { ReactNode } from 'react';
import { shortDayText } from '../../shared/checkout/offer-text.ts';
import { attentionText, countToday } from '../../shared/ops/today.ts';
import type { SignedInUser } from '../../shared/people/signed-in-user.ts';
import { DeskToaster } from '../../ui/DeskToaster.tsx';
import { DeskPart } from '../../ui/errors/DeskPart.tsx';
import { Island } from '../../ui/errors/ErrorBoundary.tsx';
import { lazyDialog, lazyPart } from '../../ui/errors/lazy-part.tsx';
import { Badge, InnerLink, Skeleton } from '../../ui/pieces.tsx';
import { DeskContext } from '../desk/desk-hooks.ts';
import { useStableWhilePressed } from '../desk/use-stable-while-pressed.ts';
import { deletionWarning } from '../orders/money/order-money.ts';
import { OrderDialog } from '../orders/OrderDialog.tsx';
import { OrdersTab } from '../orders/OrdersTab.tsx';
import { HeldApprovals } from '../readings/HeldApprovals.tsx';
import type { Commands } from '../settings/SettingsTab.tsx';
import { AdminShortcuts } from './AdminShortcuts.tsx';
import { type AdminDesk, type AdminTab, createAdminDesk, tabLabels } from './admin-desk.ts';
import { DeskFoot, DeskHeader, OtherDesk } from './DeskHeader.tsx';
import { PaletteButton } from './palette/PaletteButton.tsx';
import { SessionEnded } from './SessionEnded.tsx';
import { useDesk } from './use-desk.ts';

const loading = (
  <div role="status" aria-label="Loading" className="grid gap-4">
    <Skeleton className="h-7 w-48" />
    <Skeleton className="h-96" />
  </div>
);
const ApprovalsTab = lazyPart(() => import('../readings/review/ApprovalsTab.tsx'), 'ApprovalsTab', loading);
const FirstSteps = lazyPart(() => import('./FirstSteps.tsx'), 'FirstSteps', null);
const TodayTab = lazyPart(() => import('./TodayTab.tsx'), 'TodayTab', loading);
const SettingsTab = lazyPart(() => import('../settings/SettingsTab.tsx'), 'SettingsTab', loading);
const Palette = lazyDialog(() => import('./AdminPalette.tsx'), 'AdminPalette', 'The search');
// Loaded with the order dialog, which is prefetched as soon as the admin reaches a row.
const ConfirmDialog = lazyDialog(
  () => import('../../ui/dialogs/ConfirmDialog.tsx'),
  'ConfirmDialog',
  'The question',
);

const tabLook =
  'tab -mb-px h-auto flex-nowrap gap-0.5 border-b-2 px-0.5 py-1 text-badge leading-tight font-semibold max-sm:tracking-tight text-quiet sm:gap-2 sm:px-3.5 sm:py-2.5 sm:text-[1rem] sm:whitespace-nowrap hover:text-base-content max-sm:focus-visible:-outline-offset-2 aria-selected:border-primary aria-selected:text-base-content';

type ShopProps = { isSandbox: boolean; commands: Commands };
type AdminDashboardProps = ShopProps & { user: SignedInUser; timeZone: string };
/** `desk` is null until the island runs. */
type AdminScreenProps = ShopProps & { desk: AdminDesk | null; user: SignedInUser };

/** Renders the admins' page, as a skeleton until its stores are created in the browser. */
export function AdminDashboard({ user, timeZone, ...shop }: AdminDashboardProps) {
  return <AdminScreen {...useDesk(createAdminDesk, { user, timeZone })} {...shop} />;
}

export function AdminScreen({ desk, user, isSandbox, commands }: AdminScreenProps) {
  return (
    <Island>
      <DeskContext value={desk}>
        <DeskHeader
          title="Admin Dashboard"
          user={user}
          isSandbox={isSandbox}
          badge={desk && <SalesPaused desk={desk} />}
          desk={desk}
          otherDesk={user.writes && <OtherDesk href="/reader/dashboard">Write</OtherDesk>}
          tools={<PaletteButton desk={desk} Palette={Palette} />}
        />
        <main className="mx-auto max-w-desk px-4 pb-6 sm:px-6 sm:pt-2">
          {desk ? <Desk desk={desk} commands={commands} /> : <Skeleton className="h-96" />}
        </main>
        {desk && <DeskFoot timeZone={desk.days.timeZone} />}
      </DeskContext>
      <DeskToaster />
    </Island>
  );
}

function SalesPaused({ desk }: { desk: AdminDesk }) {
  const { closed } = useStore(desk.offer.$state).data ?? {};
  const isOver = closed?.until && closed.until <= desk.days.today();
  if (closed?.reason !== 'closed' || isOver) return null;
  return (
    <InnerLink
      className="inline-flex min-h-6 items-center"
      href="?tab=today"
      onFollow={() => desk.selectTab('today')}
    >
      <Badge tone="warning">
        Sales paused
        {closed.until && <span className="sm:@max-5xl:sr-only"> until {shortDayText(closed.until)}</span>}
      </Badge>
    </InnerLink>
  );
}

function Desk({ desk, commands }: { desk: AdminDesk; commands: Commands }) {
  const tab = useStore(desk.$tab);
  const { data: today } = useStore(desk.today.$state);
  const tabs: [value: AdminTab, content: ReactNode, prefetch?: () => void][] = [
    ['orders', <OrdersTab key="orders" setUp={<SetUpLink desk={desk} />} />],
    ['approvals', <ApprovalsTab key="approvals" />, ApprovalsTab.prefetch],
    [
      'settings',
      <SettingsTab key="settings" commands={commands} $isSectionWanted={desk.$isSectionWanted} />,
      SettingsTab.prefetch,
    ],
    ['today', <TodayTab key="today" desk={desk} />, TodayTab.prefetch],
  ];
  const counts: Partial<Record<AdminTab, number>> = {
    approvals: today?.toReview,
    today: today && countToday(today),
  };
  return (
    <>
      {/* Always rendered: screen readers announce only changes inside it. */}
      <p aria-live="polite" className="sr-only">
        {today && attentionText(today)}
      </p>
      <Tabs.Root value={tab} onValueChange={desk.selectTab}>
        <Tabs.List
          className="tabs border-b sm:gap-1 max-sm:justify-between border-base-300"
          aria-label="Admin dashboard"
        >
          {tabs.map(([value, , prefetch]) => (
            <Tabs.Trigger
              key={value}
              value={value}
              className={tabLook}
              onPointerEnter={prefetch}
              onFocus={prefetch}
            >
              <span className="max-sm:w-min">{tabLabels[value]}</span>
              <TabCount count={counts[value]} />
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {tabs.map(([value, content]) => (
          <Tabs.Content key={value} value={value} className="pt-6">
            {value === 'today' && <NewShop desk={desk} />}
            <DeskPart name={value}>{content}</DeskPart>
          </Tabs.Content>
        ))}
      </Tabs.Root>
      <DeskPart name="approvals">
        <HeldApprovals />
      </DeskPart>
      <DeskPart name="dialog">
        <AdminShortcuts desk={desk} />
        <OrderDialog isPageNarrow={tab === 'orders'} />
        <DeleteQuestion desk={desk} />
      </DeskPart>
      <SessionEnded />
    </>
  );
}

function TabCount({ count = 0 }: { count: number | undefined }) {
  if (count === 0) return null;
  return (
    <span className="min-w-4.5 rounded-2xl bg-primary px-1 text-center text-xs/4.5 text-primary-content tabular-nums sm:min-w-5.5 sm:px-[0.4rem] sm:text-xs/5.5">
      {count}
    </span>
  );
}

function SetUpLink({ desk }: { desk: AdminDesk }) {
  const { data: steps } = useStore(desk.firstSteps.$state);
  if (!steps || steps.isOver) return null;
  return (
    <p className="mt-3">
      <InnerLink
        className="text-link font-semibold"
        href="?tab=today"
        onFollow={() => desk.selectTab('today')}
      >
        Finish setting up your shop
      </InnerLink>
    </p>
  );
}

function NewShop({ desk }: { desk: AdminDesk }) {
  const { data: steps } = useStableWhilePressed(useStore(desk.firstSteps.$state));
  if (!steps || steps.isOver) return null;
  return (
    <DeskPart name="today">
      <FirstSteps desk={desk} steps={steps} />
    </DeskPart>
  );
}

function DeleteQuestion({ desk: { orderActions } }: { desk: AdminDesk }) {
  const order = useStore(orderActions.$deletionAsked);
  const left = order && deletionWarning(order);
  return (
    <ConfirmDialog
      open={order !== null}
      onClose={() => orderActions.askToDelete(null)}
      title={`Are you sure you want to delete order ${order?.orderNumber ?? ''}?`}
      description={
        order && (
          <>
            {order.customerName}, {order.customerEmail}
            {left && <span className="mt-2 block font-semibold text-base-content">{left}</span>}
          </>
        )
      }
      confirmLabel="Delete"
      tone="destructive"
      onConfirm={() => {
        if (order) void orderActions.remove(order);
      }}
    />
  );
}
