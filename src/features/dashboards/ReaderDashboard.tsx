import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import type { SignedInUser } from '../../shared/people/signed-in-user.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { DeskToaster } from '../../ui/DeskToaster.tsx';
import { DeskPart } from '../../ui/errors/DeskPart.tsx';
import { Island } from '../../ui/errors/ErrorBoundary.tsx';
import { lazyDialog, lazyPart } from '../../ui/errors/lazy-part.tsx';
import { FetchProblem, LoadProblem } from '../../ui/errors/WhenFetched.tsx';
import { moveRowFocus } from '../../ui/keys.ts';
import { passFocusOnRemoval } from '../../ui/pass-focus-on-removal.ts';
import { InnerLink, Skeleton } from '../../ui/pieces.tsx';
import { DeskContext } from '../desk/desk-hooks.ts';
import { Assignments, RecentSubmissions, SideColumn } from '../writing/OrderLists.tsx';
import { addressOf, readerAddressBar } from '../writing/reader-address.ts';
import { createReaderDesk, type ReaderDesk } from '../writing/reader-desk.ts';
import { SubmissionForm } from '../writing/SubmissionForm.tsx';
import { type ReaderView, useReaderView } from '../writing/use-reader-view.ts';
import { DeskFoot, DeskHeader, OtherDesk } from './DeskHeader.tsx';
import { PaletteButton } from './palette/PaletteButton.tsx';
import { SessionEnded } from './SessionEnded.tsx';
import { type Shortcut, Shortcuts } from './Shortcuts.tsx';
import { useDesk } from './use-desk.ts';

const Palette = lazyDialog(() => import('./ReaderPalette.tsx'), 'ReaderPalette', 'The search');

/** `orderNumber`: the order of the page; null for the list. */
type PageProps = { isSandbox: boolean; orderNumber: string | null };
type ReaderDashboardProps = PageProps & { user: SignedInUser; timeZone: string };
/** `desk` is null until the island runs. */
type ReaderScreenProps = PageProps & { desk: ReaderDesk | null; user: SignedInUser };

/** Renders the reader's dashboard: a skeleton until the browser has created its stores. */
export function ReaderDashboard({ user, timeZone, ...page }: ReaderDashboardProps) {
  return <ReaderScreen {...useDesk(createReaderDesk, { user, timeZone }, readerAddressBar)} {...page} />;
}

/**
 * Renders the reader's page. `orderNumber` is for the header before there is a desk, which reads the address
 * instead.
 */
export function ReaderScreen({ desk, user, isSandbox, orderNumber }: ReaderScreenProps) {
  return (
    <Island>
      {desk ? (
        <DeskContext value={desk}>
          <Desk desk={desk} user={user} isSandbox={isSandbox} />
        </DeskContext>
      ) : (
        <>
          <DeskHeader
            title={orderNumber ?? dashboard}
            user={user}
            otherDesk={toAdmin(user)}
            isSandbox={isSandbox}
            desk={null}
            backLink={orderNumber && <WayBack />}
          />
          <main className="mx-auto max-w-desk px-4 pt-6 pb-6 sm:px-6">
            <Skeleton className="h-96" />
          </main>
        </>
      )}
      <DeskToaster />
    </Island>
  );
}

const HeldApprovals = lazyPart(() => import('../readings/HeldApprovals.tsx'), 'HeldApprovals', null);

const dashboard = 'Reader Dashboard';

const toAdmin = ({ role }: SignedInUser) =>
  role === 'admin' && <OtherDesk href="/admin/dashboard">Admin</OtherDesk>;

const OrderSubject = lazyPart(
  () => import('../writing/OrderPage.tsx'),
  'OrderSubject',
  <Skeleton className="h-11" />,
);
const SubmittedReading = lazyPart(
  () => import('../writing/OrderPage.tsx'),
  'SubmittedReading',
  <Skeleton className="h-96" />,
);

const layout = {
  page: 'flex grow flex-col roomy:grid roomy:grid-cols-[minmax(19rem,4fr)_minmax(0,9fr)]',
  list: 'mx-auto grid max-w-desk grid-cols-[minmax(0,1fr)] items-start gap-8 px-4 pt-6 pb-6 sm:px-6 lg:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]',
  formOnList: 'roomy:sticky roomy:top-4 max-lg:order-1',
};

function Desk({ desk, user, isSandbox }: { desk: ReaderDesk; user: SignedInUser; isSandbox: boolean }) {
  const { error } = useStore(desk.orders.$state);
  const orders = useStore(desk.$orders);
  const content = useRef<HTMLTextAreaElement>(null);
  const place = useReaderView(desk);
  const order = 'order' in place ? place.order : null;
  const isPage = place.name === 'writing' || place.name === 'submitted';
  // A list that failed to load is unknown, not empty.
  const isKnown = orders !== null || !error;
  useFocusOnList(desk, place);

  const orderId = order?.id;
  useEffect(() => {
    if (orderId) scrollTo(0, 0);
  }, [orderId]);

  const lists = isKnown && (
    <>
      <DeskPart name="assignments">
        <Assignments
          desk={desk}
          isLoading={!orders}
          subject={
            place.name === 'writing' &&
            order && <OrderSubject key={order.id} desk={desk} order={order} contentField={content} />
          }
        />
      </DeskPart>
      <div className={classNames(isPage ? 'mt-8 hidden roomy:block' : 'max-lg:order-2')}>
        <DeskPart name="submissions">
          <RecentSubmissions desk={desk} isLoading={!orders} />
          <ReaderShortcuts desk={desk} />
        </DeskPart>
      </div>
    </>
  );

  return (
    <div className={classNames(isPage && 'writing-page')}>
      <DeskHeader
        title={order?.orderNumber ?? dashboard}
        user={user}
        otherDesk={toAdmin(user)}
        isSandbox={isSandbox}
        desk={desk}
        tools={<PaletteButton desk={desk} Palette={Palette} />}
        backLink={isPage && <WayBack onReturn={() => desk.select('')} />}
      />
      <div className={classNames('mx-auto w-full px-4 not-empty:pt-6 sm:px-6', !isPage && 'max-w-desk')}>
        <FetchProblem fetched={desk.orders} what="orders" fallback="Your orders could not be loaded." />
        {place.name === 'missing' && <NotYours desk={desk} place={place} />}
      </div>
      <main className={isPage ? layout.page : layout.list}>
        {place.name === 'submitted' &&
          (order ? (
            <SubmittedReading key={order.id} desk={desk} order={order} />
          ) : (
            <Skeleton className="h-96" />
          ))}
        {place.name === 'writing' && <SideColumn>{order ? lists : <Skeleton className="h-11" />}</SideColumn>}
        {!isPage && <div className="contents lg:grid lg:gap-8">{lists}</div>}
        {/* The same element on both pages, so that it keeps the focus. */}
        {place.name !== 'submitted' && (
          <div key="form" className={isPage ? '' : layout.formOnList}>
            <DeskPart name="writing">
              <SubmissionForm desk={desk} contentField={content} isPage={isPage} />
            </DeskPart>
          </div>
        )}
      </main>
      <DeskFoot timeZone={desk.days.timeZone} isPage={isPage} />
      {desk.role === 'admin' && (
        <DeskPart name="approvals">
          <HeldApprovals />
        </DeskPart>
      )}
      <SessionEnded />
    </div>
  );
}

function WayBack({ onReturn }: { onReturn?: () => void }) {
  return (
    <InnerLink className="btn btn-ghost btn-sm" href={addressOf('')} onFollow={onReturn}>
      <span aria-hidden="true">←</span> <span className="max-sm:sr-only">My Assignments</span>
    </InnerLink>
  );
}

/** Focuses, back on the list, the order that was open, or else the most urgent one. */
function useFocusOnList(desk: ReaderDesk, place: ReaderView): void {
  const last = useRef(place);
  useEffect(() => {
    const left = last.current;
    last.current = place;
    if (place.name !== 'list' || !('order' in left) || !left.order) return;
    const { id, orderNumber } = left.order;
    if (document.activeElement instanceof HTMLSelectElement) return;
    // The notice about the order gets the focus.
    if (left.name === 'writing' && desk.$taken.get().some(({ orderId }) => orderId === id)) return;
    const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
    const isDone = left.name === 'writing' && !desk.$assignments.get().some((order) => order.id === id);
    const opener = isDone ? undefined : rows.find(({ dataset }) => dataset.row === orderNumber);
    const next = opener ?? (desk.$assignments.get().length > 0 ? rows[0] : undefined);
    (next ?? document.getElementById('assignments-heading'))?.focus();
  }, [desk, place]);
}

function ReaderShortcuts({ desk }: { desk: ReaderDesk }) {
  function writeMostUrgent() {
    const [mostUrgent] = desk.$assignments.get();
    if (mostUrgent) desk.write(mostUrgent.id);
  }
  const shortcuts: Shortcut[] = [
    { key: 'w', what: 'Write the most urgent order', press: writeMostUrgent },
    { key: 'j', what: 'Next row', press: () => moveRowFocus(1) },
    { key: 'k', what: 'Previous row', press: () => moveRowFocus(-1) },
    { key: 'Enter', what: 'Open the row' },
    { key: 'Ctrl Shift Enter', what: desk.role === 'admin' ? 'Write & send' : 'Preview' },
    { key: 'Ctrl Enter', what: 'Submit for Admin Review' },
    { key: 'Ctrl ;', what: 'Insert a snippet' },
    { key: "Ctrl '", what: 'Next comment on the text' },
  ];
  return <Shortcuts shortcuts={shortcuts} setting={desk.shortcuts} />;
}

type NotYoursProps = { desk: ReaderDesk; place: Extract<ReaderView, { name: 'missing' }> };

function NotYours({ desk, place: { named, error, retry } }: NotYoursProps) {
  if (error) return <LoadProblem error={error} fallback="The order could not be loaded." onRetry={retry} />;
  return (
    <section
      ref={passFocusOnRemoval}
      aria-label="Not found"
      className="panel flex flex-wrap items-center gap-3 px-4 py-3"
    >
      <p role="alert" className="min-w-0 grow basis-60 wrap-anywhere">
        Order <strong>{named}</strong> isn’t one of yours. It may have been assigned to another reader.
      </p>
      <Button onClick={() => desk.select('')}>My Assignments</Button>
    </section>
  );
}
