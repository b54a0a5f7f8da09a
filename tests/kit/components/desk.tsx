import { render } from 'vitest-browser-react';
import { AdminScreen } from '../../../src/features/dashboards/AdminDashboard.tsx';
import { createAdminDesk } from '../../../src/features/dashboards/admin-desk.ts';
import { ReaderScreen } from '../../../src/features/dashboards/ReaderDashboard.tsx';
import { deskDependencies, fakeAddressBar } from '../../../src/features/desk/desk-testing.ts';
import type { StaffApi } from '../../../src/features/desk/staff-api.ts';
import { createReaderDesk } from '../../../src/features/writing/reader-desk.ts';
import { $toast, showToast } from '../../../src/lib/toasts.ts';
import type { Role } from '../../../src/shared/people/signed-in-user.ts';
import { emptyShop } from './empty-shop.ts';
import '../../../src/styles/desk.css';

interface Opened {
  search?: string;
  username?: string;
  role?: Role;
  writes?: boolean;
  isSandbox?: boolean;
  timeZone?: string;
  now?: () => number;
}

/** Opens the admin's dashboard. @param calls the answers that differ from an empty shop's */
export async function openAdmin(calls: Partial<StaffApi> = {}, opened: Opened = {}) {
  const { username = 'admin', role = 'admin', writes = false, isSandbox = false } = opened;
  const user = { username, role, writes, displayName: null };
  const own = prepare(opened);
  const desk = createAdminDesk(deskDependencies({ ...emptyShop, ...calls }, { username, role, ...own }));
  const commands = { doctor: 'npm run doctor', stripeSetUp: 'npm run stripe -- setup' };
  await render(<AdminScreen desk={desk} user={user} isSandbox={isSandbox} commands={commands} />);
  return { desk, addressBar: own.addressBar };
}

export async function openReader(calls: Partial<StaffApi> = {}, opened: Opened = {}) {
  const { username = 'reader1', role = 'reader', isSandbox = false } = opened;
  const user = { username, role, writes: true, displayName: null };
  const own = prepare(opened);
  const desk = createReaderDesk(deskDependencies({ ...emptyShop, ...calls }, { username, role, ...own }));
  await render(<ReaderScreen desk={desk} user={user} isSandbox={isSandbox} orderNumber={null} />);
  return { desk, addressBar: own.addressBar };
}

function prepare({ search = '', now = Date.now, timeZone = 'America/New_York' }: Opened) {
  $toast.set(null);
  return { timeZone, toast: showToast, now, addressBar: fakeAddressBar(search) };
}
