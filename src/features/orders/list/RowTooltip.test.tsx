import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openOrder } from '../../../../tests/kit/components/open-order.ts';
import { anOrder } from '../../desk/desk-testing.ts';

/* What a customer asked, beside the number of their order (docs/product.md §9). */

const asked = (id: string, orderNumber: string, customQuestion: string) =>
  anOrder({ id, orderNumber, customQuestion, readingType: 'other' });
const orders = [asked('o1', 'CT-7K3M9Q', 'Shall I stay?'), asked('o2', 'CT-8A8A8A', 'Shall I go?')];
const number = (text: string) => page.getByRole('button', { name: text, exact: true });
const [first, second] = [number('CT-7K3M9Q'), number('CT-8A8A8A')];
const tooltip = page.getByRole('tooltip');

/** The only tooltip says it, for the eyes and as the description of the button. */
async function expectTold(button: typeof first, question: string) {
  await expect.element(tooltip).toHaveTextContent(question);
  await expect.element(button).toHaveAccessibleDescription(question);
}

/** Nothing lies where the button would be pressed. */
function isFree(button: typeof first): boolean {
  const { x, y, width, height } = button.element().getBoundingClientRect();
  return button.element().contains(document.elementFromPoint(x + width / 2, y + height / 2));
}

beforeEach(async () => {
  await openOrder({ listOrders: async () => ({ orders, total: 2, nextCursor: null }) }, orders[0], '');
  await expect.element(second).toBeVisible();
});

test('shows the question after a delay, then at once in other rows', async () => {
  const came = performance.now();
  await first.hover();
  await expectTold(first, 'Shall I stay?');
  expect(performance.now() - came).toBeGreaterThanOrEqual(699);
  await second.hover();
  await expectTold(second, 'Shall I go?');
  expect(isFree(first)).toBe(true);
  await expect.element(first).toHaveAccessibleDescription('');
  await first.click();
  await expect.element(page.getByRole('dialog')).toHaveAccessibleName('Order CT-7K3M9Q');
  await expect.element(tooltip).not.toBeInTheDocument();
});

test('shows the question at once on focus, until Escape', async () => {
  await userEvent.keyboard('j');
  await expectTold(first, 'Shall I stay?');
  expect(isFree(second)).toBe(true);
  await userEvent.keyboard('j');
  await expectTold(second, 'Shall I go?');
  await userEvent.keyboard('{Escape}');
  await expect.element(tooltip).not.toBeInTheDocument();
  await expect.element(second).toHaveAccessibleDescription('');
  await expect.element(second).toHaveFocus();
});
