import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openAdmin } from '../../../tests/kit/components/desk.tsx';
import { fakeShop } from '../../../tests/kit/components/fake-shop.ts';
import { openApprovals } from '../../../tests/kit/components/open-order.ts';
import { expectDone, toast } from '../../../tests/kit/components/toasts.ts';
import { anOrder, aReading, aSecondReading } from '../desk/desk-testing.ts';
import type { StaffApi } from '../desk/staff-api.ts';

/* The admin's desk without a pointer: nothing here clicks. */

const [third, second, first] = ['CT-333333', 'CT-222222', 'CT-111111'] as const;
const dialog = page.getByRole('dialog');
const question = page.getByRole('alertdialog');
const search = page.getByRole('searchbox', { name: 'Search' });
const row = (number: string) => page.getByRole('button', { name: number, exact: true });
const { keyboard } = userEvent;

async function openList(callsOf = (_shop: ReturnType<typeof fakeShop>): Partial<StaffApi> => ({})) {
  await page.viewport(1440, 900);
  const shop = fakeShop(
    [third, second, first].map((orderNumber) => anOrder({ id: orderNumber, orderNumber })),
  );
  const opened = await openAdmin({ ...shop, ...callsOf(shop) });
  await expect.element(row(first)).toBeVisible();
  // Where the pointer of another test lies, a tooltip would take the first Esc.
  await page.getByRole('heading', { level: 1 }).hover();
  return opened;
}

/** Presses keys one after the other; each is followed by what has the focus then. */
async function walk(steps: [key: string, focused: string][]): Promise<void> {
  for (const [key, name] of steps) {
    await keyboard(key);
    await expect.element(row(name)).toHaveFocus();
  }
}

test('moves along the rows with j and k, opens with Enter', async () => {
  await openList();
  await walk([
    ['jj', second],
    ['jj', first],
    ['k', second],
  ]);
  await keyboard('{Enter}');
  // While an order is open, they lead to the next one and back.
  for (const [key, number] of [
    ['j', first],
    ['k', second],
    [']', first],
    ['[[', second],
    ['[[[[', third],
    [']', second],
    // German keyboards have ] with AltGr, which comes as Ctrl and Alt.
    ['{Control>}{Alt>}]{/Alt}{/Control}', first],
    ['k', second],
  ] as const) {
    await keyboard(key);
    await expect.element(dialog).toHaveAccessibleName(`Order ${number}`);
    await expect.element(dialog).toHaveFocus();
  }
  await keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(row(second)).toHaveFocus();
});

test('closes the dialog with Esc before a newer toast', async () => {
  await openList();
  await keyboard('j{Enter}');
  await dialog.getByLabelText(/^Assigned reader/).selectOptions('Unassigned');
  dialog.getByRole('button', { name: 'Reassign' }).element().focus();
  await keyboard('{Enter}');
  await expectDone('Order Reassigned', `${third} is unassigned now.`);
  await keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(toast).toBeVisible();
  await expect.element(row(third)).toHaveFocus();
  await keyboard('{Escape}');
  await expect.element(toast).not.toBeInTheDocument();
});

test('lists the shortcuts with ?, and can switch single keys off', async () => {
  await openList();
  await keyboard('j?');
  await expect.element(dialog).toHaveAccessibleName('Keyboard shortcuts');
  await keyboard('jk/?');
  expect(dialog.elements()).toHaveLength(1);
  await expect.element(dialog).toMatchTextContent('Delete the open order, or the order in the row');
  const single = dialog.getByRole('checkbox', { name: /^Single-key shortcuts/ });
  single.element().focus();
  await keyboard(' {Escape}');
  await expect.element(row(third)).toHaveFocus();
  await keyboard('j/?');
  await expect.element(row(third)).toHaveFocus();
  page.getByRole('button', { name: 'Keyboard shortcuts' }).element().focus();
  await keyboard('{Enter}');
  await expect.element(single).not.toBeChecked();
  single.element().focus();
  await keyboard(' {Escape}');
  await expect.element(page.getByRole('button', { name: 'Keyboard shortcuts' })).toHaveFocus();
  await walk([['j', third]]);
});

test('searches with / from every tab, and types keys into fields', async () => {
  await openList();
  const tab = page.getByRole('tab', { selected: true });
  tab.element().focus();
  for (const [key, name, heading] of [
    ['{ArrowRight}', 'Reading Approval', 'Reading Approval'],
    ['{End}', 'Today', 'Today'],
    ['{ArrowLeft}', 'Settings', 'Shop'],
    ['{Home}', 'Order Management', 'Order Management'],
    ['{ArrowLeft}', 'Today', 'Today'],
  ] as const) {
    await keyboard(key);
    await expect.element(tab).toHaveTextContent(name);
    await expect.element(tab).toHaveFocus();
    await expect.element(page.getByRole('heading', { name: heading, level: 2 })).toBeVisible();
  }
  await keyboard('/');
  await expect.element(search).toHaveFocus();
  await keyboard('jk/?');
  await expect.element(search).toHaveValue('jk/?');
  await expect.element(page.getByText('No orders match', { exact: true })).toBeVisible();
  expect(dialog.elements()).toEqual([]);
});

test('moves with Tab from the filters to the columns and row checkboxes', async () => {
  await openList();
  await keyboard('/{Tab}Rejected');
  await expect.element(page.getByRole('combobox', { name: 'Status', exact: true })).toHaveFocus();
  await expect.element(page.getByText('No orders match', { exact: true })).toBeVisible();
  await keyboard('{Tab}{Tab}{Tab}{Tab}{Tab}');
  await expect.element(page.getByRole('button', { name: 'Clear search and filters' })).toHaveFocus();
  await keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { name: 'Order Management' })).toHaveFocus();
  await walk([['j', third]]);
  await keyboard('{Shift>}{Tab}{/Shift} ');
  await expect
    .element(page.getByRole('region', { name: 'Selected orders' }))
    .toMatchTextContent('1 selected');
});

test('asks before deleting with #, and restores with u', async () => {
  const answer = Promise.withResolvers<void>();
  await openList(({ deleteOrder }) => ({
    async deleteOrder(id) {
      await answer.promise;
      return deleteOrder(id);
    },
  }));
  await keyboard('jj#');
  await expect.element(question).toHaveAccessibleName(`Are you sure you want to delete order ${second}?`);
  await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await keyboard('{Escape}');
  await expect.element(row(second)).toHaveFocus();
  await keyboard('#');
  await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await keyboard('{Tab}{Enter}');
  await expect.element(row(second)).toHaveFocus();
  answer.resolve();
  await expectDone('Order Deleted', `Order ${second} is no longer listed.`);
  await expect.element(row(second)).not.toBeInTheDocument();
  await expect.element(row(first)).toHaveFocus();
  await keyboard('{F8}{Tab}{Tab}');
  await expect.element(toast.getByRole('button', { name: 'Undo' })).toHaveFocus();
  await keyboard('u');
  await expect.element(row(second)).toBeVisible();
});

const [opened, next] = ['CT-7K3M9Q', 'CT-8A8A8A'];
const text = `Maya, ${'the Star shines. '.repeat(40)}`.trim();
const card = (number: string) => page.getByRole('article', { name: new RegExp(number) });

/** Opens two readings that wait for approval until they are decided on. */
async function openPending() {
  await page.viewport(1440, 900);
  const all = [aReading({ content: text }), aSecondReading()];
  let pending = all;
  const made = await openApprovals(() => pending, {
    editReading: async () => aReading(),
    rejectReading: async () => aReading(),
    async approveReading() {
      pending = [aSecondReading()];
      return aReading({ undoForMs: 60_000 });
    },
    async undoApproval() {
      pending = all;
      return aReading();
    },
  });
  await expect.element(card(next)).toBeVisible();
  return made;
}

test('moves along whole readings with j and k, and opens their orders', async () => {
  const { addressBar } = await openPending();
  await expect.element(card(opened)).toMatchTextContent(text);
  expect(addressBar.read()).toContain(`reading=${opened}`);
  await keyboard('jj');
  await expect.element(card(next)).toHaveFocus();
  await keyboard('k{Enter}');
  await expect.element(dialog).toHaveAccessibleName(`Order ${opened}`);
  await keyboard('{Escape}');
  await expect.element(card(opened)).toHaveFocus();
  await keyboard('{Escape}');
  await expect.element(page.getByRole('button', { name: new RegExp(`^${opened} · `) })).toHaveFocus();
  expect(addressBar.read()).not.toContain('reading=');
  await keyboard('{Enter}');
  await expect.element(card(opened)).toHaveFocus();
});

test('approves one reading per press of “a” and undoes it with “u”', async () => {
  const { desk } = await openPending();
  await keyboard('a');
  await expect.element(toast).toMatchTextContent('Reading Approved');
  await expect.element(card(next)).toHaveFocus();
  const heldDown = { key: 'a', code: 'KeyA', repeat: true, bubbles: true };
  card(next).element().dispatchEvent(new KeyboardEvent('keydown', heldDown));
  expect(desk.work.$running.get(), 'a reading that was not looked at').toEqual({});
  await keyboard('u');
  await expectDone('Approval Undone', `No email was sent. ${opened} is waiting for approval again.`);
  await expect.element(card(opened)).toHaveFocus();
  await keyboard('u');
  await expectDone('Nothing to Undo', /^You can undo only your own last approval/);
});

test.each([
  ['e', 'Reading content', 'Reading Updated'],
  ['r', /^Feedback/, 'Reading Rejected'],
])('starts writing with %s in “%s” and sends it with Ctrl+Enter', async (key, label, done) => {
  await openPending();
  await keyboard(key);
  const field = page.getByLabelText(label);
  await expect.element(field).toHaveFocus();
  await keyboard('{Control>}{End}{/Control} j/k?a');
  await expect.element(field).toHaveValue(expect.stringMatching(/ j\/k\?a$/));
  await keyboard('{Control>}{Enter}{/Control}');
  await expect.element(toast).toMatchTextContent(done);
});
