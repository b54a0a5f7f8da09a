import { useCallback } from 'react';
import type { SignedInUser } from '../../shared/people/signed-in-user.ts';
import { DeskPart } from '../../ui/errors/DeskPart.tsx';
import { Island } from '../../ui/errors/ErrorBoundary.tsx';
import { Skeleton } from '../../ui/pieces.tsx';
import { Toaster } from '../../ui/Toaster.tsx';
import { CustomerPage } from '../customers/CustomerPage.tsx';
import { createCustomerDesk } from '../customers/customer-desk.ts';
import type { DeskDependencies } from '../desk/desk-base.ts';
import { DeskContext } from '../desk/desk-hooks.ts';
import { DeskFoot, DeskHeader } from './DeskHeader.tsx';
import { SessionEnded } from './SessionEnded.tsx';
import { useDesk } from './use-desk.ts';

type CustomerDashboardProps = { user: SignedInUser; timeZone: string; isSandbox: boolean; orderId: string };

/** Renders the admins' page about an order's customer: orders, mails, and notes. */
export function CustomerDashboard({ user, timeZone, isSandbox, orderId }: CustomerDashboardProps) {
  const create = useCallback(
    (dependencies: DeskDependencies) => createCustomerDesk(dependencies, orderId),
    [orderId],
  );
  const { desk, user: signedIn } = useDesk(create, { user, timeZone });
  return (
    <Island>
      <DeskContext value={desk}>
        <DeskHeader title="Customer" user={signedIn} isSandbox={isSandbox} desk={desk} />
        <main className="mx-auto max-w-desk px-4 pt-4 pb-6 sm:px-6">
          {desk ? (
            <DeskPart name="orders">
              <CustomerPage desk={desk} orderId={orderId} />
            </DeskPart>
          ) : (
            <Skeleton className="h-96" />
          )}
          {desk && <SessionEnded />}
        </main>
        <DeskFoot timeZone={timeZone} />
      </DeskContext>
      <Toaster />
    </Island>
  );
}
