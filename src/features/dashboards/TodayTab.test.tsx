import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerCalls } from '../../../tests/kit/components/answered-calls.ts';
import { openAdmin } from '../../../tests/kit/components/desk.tsx';
import { expectNoFlaws } from '../../../tests/kit/components/flaws.ts';
import type { Today, TodayOrder } from '../../shared/ops/today.ts';
import type { Message } from '../../shared/orders/messages.ts';
import { anOrder, aToday } from '../desk/desk-testing.ts';
import { anOverview } from '../overview/overview-testing.ts';

const list = page.getByRole('list', { name: 'To do' });
const rows = list.getByRole('listitem');
const countIn = (tab: RegExp) => page.getByRole('tab', { name: tab });

const backup: Today['alerts'][number] = { code: 'backup_failed', message: 'The last backup failed.' };
const order = (changes: Partial<TodayOrder> = {}): TodayOrder => ({
  reason: 'to_write',
  id: 'o1',
  orderNumber: 'CT-7K3M9Q',
  customerName: 'Ana Lima',
  status: 'pending',
  dueAt: '2026-11-19T15:00:00.000Z',
  reader: null,
  isMine: false,
  ...changes,
});

/** Opens the tab on November 18. */
function openToday(today: Partial<Today>, search = '?tab=today', messages: Message[] = []) {
  answerCalls({});
  return openAdmin(
    {
      today: async () => aToday(today),
      overview: async () => anOverview(),
      readerFigures: async () => [],
      order: async () => anOrder(),
      messages: async () => messages,
    },
    { search, now: () => Date.parse('2026-11-18T15:00:00Z') },
  );
}

test.each<[what: string, Partial<TodayOrder>, text: string, address: Record<string, string>]>([
  [
    'a late reading under review',
    { reason: 'reading_late', status: 'reading_uploaded', dueAt: '2026-11-16T15:00:00.000Z', reader: 'rita' },
    'LateCT-7K3M9Q · Ana LimaLate by 2 days · ritaReview',
    { tab: 'approvals', reading: 'CT-7K3M9Q' },
  ],
  [
    'an order due tomorrow',
    { reason: 'reading_late', reader: 'rita' },
    'Due soonCT-7K3M9Q · Ana LimaDue Thu, Nov 19 · ritaOpen',
    { tab: 'today', order: 'o1' },
  ],
  [
    'an unassigned order',
    {},
    'To writeCT-7K3M9Q · Ana LimaDue Thu, Nov 19 · No readerWrite',
    { tab: 'today', order: 'o1' },
  ],
  [
    'a dispute to be answered tomorrow',
    { reason: 'payment_disputed', status: 'reading_uploaded', reader: 'rita' },
    'DisputedCT-7K3M9Q · Ana LimaRespond by Thursday, Nov 19, 10:00 AMDecide',
    { tab: 'today', order: 'o1' },
  ],
  [
    'a dispute to be answered today',
    { reason: 'payment_disputed', dueAt: '2026-11-18T20:00:00.000Z' },
    'DisputedCT-7K3M9Q · Ana LimaRespond by Wednesday, Nov 18, 3:00 PMDecide',
    { tab: 'today', order: 'o1' },
  ],
  [
    'a dispute without a known deadline',
    { reason: 'payment_disputed', dueAt: null },
    'DisputedCT-7K3M9Q · Ana LimaThe bank is asking for evidenceDecide',
    { tab: 'today', order: 'o1' },
  ],
  [
    'a withdrawn order',
    { reason: 'order_withdrawn', reader: 'rita' },
    'WithdrawnCT-7K3M9Q · Ana LimaRefund within 14 daysRefund',
    { tab: 'today', order: 'o1' },
  ],
])('links %s to the place where it is handled', async (_what, changes, text, address) => {
  const { addressBar } = await openToday({ orders: [order(changes)] });
  await expect.element(rows).toMatchTextContent(text);
  await rows.getByRole('button').click();
  expect(Object.fromEntries(new URLSearchParams(addressBar.read()))).toMatchObject(address);
});

test('lists alerts first and opens rows with j and Enter', async () => {
  const { addressBar } = await openToday({ alerts: [backup], orders: [order()] });
  await expect.element(rows.first()).toMatchTextContent(backup.message);
  await userEvent.keyboard('jj{Enter}');
  await expect.element(page.getByRole('dialog')).toHaveAccessibleName('Order CT-7K3M9Q');
  await userEvent.keyboard('{Escape}');
  await expect.element(rows.last().getByRole('button')).toHaveFocus();
  await userEvent.keyboard('k{Enter}');
  expect(addressBar.read()).toContain('tab=settings&section=health');
});

const asked: Message = {
  ...{ id: 'm1', from: 'customer', author: 'Ana Lima', kind: 'problem', text: 'A page is missing.' },
  createdAt: '2026-11-18T09:00:00.000Z',
  open: { canBeClosed: true, remindedAt: null, answerBy: '2026-11-20T15:00:00.000Z' },
};

test('opens the order of a message with the focus in the reply', async () => {
  await openToday({ orders: [order({ reason: 'message_unanswered' })] }, '?tab=today', [asked]);
  await rows.getByRole('button').click();
  await expect.element(page.getByRole('dialog').getByLabelText('Your message')).toHaveFocus();
});

test('says that more needs attention than the list shows', async () => {
  const orders = [order(), order({ id: 'o2', orderNumber: 'CT-8A8A8A', customerName: 'A. '.repeat(40) })];
  await openToday({ alerts: [backup], orders, isMore: true });
  await expect.element(page.getByText('3+ things need attention').last()).toBeVisible();
  await expect.element(page.getByText('There are more in Order Management.')).toBeVisible();
  await expectNoFlaws();
});

test('summarizes the day and the next due order when nothing is left', async () => {
  const next = { id: 'o1', orderNumber: 'CT-7K3M9Q', dueAt: '2026-11-19T15:00:00.000Z' };
  await openToday({ done: { orders: 1, delivered: 3 }, next });
  await expect.element(page.getByText('Nothing needs attention')).toBeVisible();
  await expect.element(page.getByText('Today: 1 new order, 3 readings delivered.')).toBeVisible();
  await expect.element(page.getByText('Next: CT-7K3M9Q, due Thu, Nov 19.')).toBeVisible();
});

test('shows the counts in the tabs while another tab is open', async () => {
  await openToday({ alerts: [backup], orders: [order()], toReview: 4 }, '');
  await expect.element(countIn(/^Today/)).toHaveTextContent('Today2');
  await expect.element(countIn(/^Reading Approval/)).toHaveTextContent('Reading Approval4');
  await expect.element(page.getByText(backup.message)).not.toBeInTheDocument();
});

test('announces a changed count to screen readers', async () => {
  let orders: TodayOrder[] = [];
  const { desk } = await openAdmin({ today: async () => aToday({ orders }) });
  const happen = (...now: TodayOrder[]) => {
    orders = now;
    return desk.today.refresh();
  };
  await expect.element(countIn(/^Today/)).toBeVisible();
  const heard = document.querySelector('main [aria-live="polite"]');
  await happen(order());
  await expect.poll(() => heard?.textContent).toBe('1 thing needs attention');
  await happen();
  await expect.poll(() => heard?.textContent).toBe('');
});
