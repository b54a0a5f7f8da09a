import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNoFlaws } from '../../../../tests/kit/components/flaws.ts';
import { aPayment } from '../../../../tests/kit/components/money.ts';
import { openOrder } from '../../../../tests/kit/components/open-order.ts';
import { anOrder, aReading } from '../../desk/desk-testing.ts';

const palette = page.getByRole('dialog', { name: 'Search or run' });
const field = palette.getByRole('combobox');
const options = palette.getByRole('option');
const open = async () => {
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(field).toHaveFocus();
};

test('opens from its button, moves with keys, and returns the focus', async () => {
  await openOrder({}, anOrder(), '');
  const find = page.getByRole('button', { name: /^Find/ });
  await find.click();
  await expect.element(field).toHaveFocus();
  await expect.element(options.first()).toMatchTextContent('Export orders as CSV');
  await expectNoFlaws();
  for (const [key, marked] of [
    ['{End}', options.last()],
    ['{ArrowDown}', options.first()],
    ['{ArrowUp}', options.last()],
  ] as const) {
    await userEvent.keyboard(key);
    await expect.element(marked).toHaveAttribute('aria-selected', 'true');
    await expect.element(marked).toBeInViewport();
    await expect.element(field).toHaveAttribute('aria-activedescendant', marked.element().id);
    await expect.element(field).toHaveFocus();
  }
  await userEvent.keyboard('{Escape}');
  await expect.element(palette).not.toBeInTheDocument();
  await expect.element(find).toHaveFocus();
});

test('keeps the dialog open when Escape cancels an input method', async () => {
  await openOrder({}, anOrder(), '');
  await open();
  const pressed = { key: 'Escape', code: 'Escape', bubbles: true, cancelable: true };
  field.element().dispatchEvent(new KeyboardEvent('keydown', { ...pressed, isComposing: true }));
  await expect.element(field).toHaveFocus();
  field.element().dispatchEvent(new KeyboardEvent('keydown', pressed));
  await expect.element(palette).not.toBeInTheDocument();
});

test('opens from a text field and announces when nothing matches', async () => {
  await openOrder({ listOrders: async () => ({ orders: [], total: 0, nextCursor: null }) }, anOrder(), '');
  await userEvent.keyboard('/');
  await expect.element(page.getByRole('searchbox')).toHaveFocus();
  await open();
  await userEvent.keyboard('nothing of it');
  await expect.element(palette.getByRole('status')).toHaveTextContent('Nothing matches.');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('searchbox')).toHaveFocus();
});

test('finds the open order’s actions, and stays closed during a confirmation', async () => {
  await openOrder({ orderReading: async () => aReading() }, anOrder({ status: 'reading_uploaded' }));
  await expect.element(page.getByRole('region', { name: 'Reading', exact: true })).toBeVisible();
  await open();
  await userEvent.keyboard('reject');
  await expect.element(options.first()).toMatchTextContent('Reject');
  await userEvent.keyboard('{Enter}');
  const question = page.getByRole('alertdialog', { name: 'Reject the reading for CT-7K3M9Q?' });
  await expect.element(question).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(palette).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(question).not.toBeInTheDocument();
});

test('opens the focused order and starts the chosen action there', async () => {
  const order = anOrder();
  await openOrder({ orderPayment: async () => aPayment(), orderMails: async () => [] }, order, '');
  await expect.element(page.getByRole('button', { name: order.orderNumber })).toBeVisible();
  for (const [words, done] of [
    ['correct', page.getByLabelText('New email address')],
    ['refund', page.getByRole('dialog', { name: `Refund order ${order.orderNumber}` })],
  ] as const) {
    await userEvent.keyboard('j');
    await open();
    await userEvent.keyboard(`${words}{Enter}`);
    await expect.element(done).toBeVisible();
    await expect.poll(() => done.element().contains(document.activeElement)).toBe(true);
    await userEvent.keyboard('{Escape}{Escape}{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  }
});
