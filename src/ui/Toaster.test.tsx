import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { openReader } from '../../tests/kit/components/desk.tsx';
import { fakeReaderServer } from '../../tests/kit/components/fake-reader-server.ts';
import { aReaderOrder } from '../features/desk/desk-testing.ts';
import { $toast, showToast } from '../lib/toasts.ts';
import { Toaster } from './Toaster.tsx';

const wrong = { title: 'Invalid Email', description: 'Please enter a valid email address.' } as const;
const toast = page.getByRole('listitem', { includeHidden: true }).filter({ hasText: wrong.description });
const field = page.getByLabelText('Email address');

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => void vi.useRealTimers());

const refuse = () => showToast({ ...wrong, variant: 'destructive' });

/** Waits until the toast is there and has come to rest: only then it notices that the page is visible. */
async function expectAtRest(): Promise<void> {
  await expect.element(toast).toBeVisible();
  await expect.poll(() => toast.element().getAnimations().length).toBe(0);
}

async function show(): Promise<void> {
  $toast.set(null);
  await render(
    <>
      <label>
        Email address <input />
      </label>
      <Toaster />
    </>,
  );
  await field.click();
  refuse();
  await expectAtRest();
}

/** Drags the toast to the right by so many pixels. */
function swipe(distance: number): void {
  const element = toast.element();
  const { x, y } = element.getBoundingClientRect();
  const pointer = (type: string, to: number) =>
    element.dispatchEvent(
      new PointerEvent(type, { bubbles: true, button: 0, pointerId: 1, clientX: to, clientY: y + 10 }),
    );
  pointer('pointerdown', x);
  for (let step = 1; step <= 5; step += 1) pointer('pointermove', x + (distance * step) / 5);
  pointer('pointerup', x + distance);
}

test('stays while the pointer rests on it', async () => {
  await show();
  await toast.hover();
  vi.advanceTimersByTime(20_000);
  await expect.element(toast).toBeVisible();
  await field.hover();
  vi.advanceTimersByTime(5_100);
  await expect.element(toast).not.toBeInTheDocument();
});

test('is replaced by the next toast, which stays its own five seconds', async () => {
  const next = page.getByText('Email Sent!', { exact: true });
  await show();
  vi.advanceTimersByTime(3_000);
  showToast({ title: 'Email Sent!' });
  await expect.element(next).toBeVisible();
  await expect.element(toast).not.toBeInTheDocument();
  vi.advanceTimersByTime(4_900);
  await expect.element(next).toBeVisible();
  vi.advanceTimersByTime(200);
  await expect.element(next).not.toBeInTheDocument();
});

test.each([
  [55, false],
  [45, true],
  [-120, true],
])('stays after a swipe of %d pixels: %s', async (distance, stays) => {
  await show();
  swipe(distance);
  if (stays) await expect.element(toast).toBeVisible();
  else await expect.element(toast).not.toBeInTheDocument();
});

test('closes the next toast by itself after one was closed by hand', async () => {
  await show();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.element(toast).not.toBeInTheDocument();
  refuse();
  await expectAtRest();
  vi.advanceTimersByTime(5_100);
  await expect.element(toast).not.toBeInTheDocument();
});

test('is reached with F8, closes on Escape, and returns the focus', async () => {
  await show();
  await userEvent.keyboard('{F8}');
  await expect
    .element(page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('list'))
    .toHaveFocus();
  vi.advanceTimersByTime(20_000);
  await expect.element(toast).toBeVisible();
  await userEvent.keyboard('{Tab}{Tab}');
  await expect.element(toast.getByRole('button', { name: 'Close' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(toast).not.toBeInTheDocument();
  await expect.element(field).toHaveFocus();
});

test('is announced to screen readers', async () => {
  await show();
  vi.advanceTimersByTime(100);
  await expect
    .poll(() => document.querySelector('[aria-live=assertive]')?.textContent)
    .toMatch(/Invalid Email.*Please enter a valid email address\./);
});

test('closes on Escape only after an open dialog', async () => {
  vi.useRealTimers();
  await openReader();
  const dialog = page.getByRole('dialog', { name: 'My account' });
  await page.getByRole('button', { name: 'My account' }).click();
  await expect.element(dialog).toBeVisible();
  refuse();
  await expect.element(toast).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(toast).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(toast).not.toBeInTheDocument();
});

/** The boxes of the toast and of something else, once the toast has come to rest. */
async function boxes(other: Element): Promise<[DOMRect, DOMRect]> {
  await expectAtRest();
  // It is moved clear of a bar after the next frame.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  return [toast.element().getBoundingClientRect(), other.getBoundingClientRect()];
}

const sizes = [
  [1440, 900],
  [360, 740],
] as const;

test.each(sizes)('at %d px appears at the bottom right, or centered on a phone', async (width, height) => {
  await page.viewport(width, height);
  await show();
  const [box] = await boxes(document.body);
  expect(height - box.bottom).toBeLessThanOrEqual(16);
  if (width > 640) expect(width - box.right).toBeLessThanOrEqual(16);
  else expect(Math.abs(box.left - (width - box.right))).toBeLessThan(1);
});

test.each(sizes)('at %d px does not cover the bar with the submit button', async (width, height) => {
  vi.useRealTimers();
  await page.viewport(width, height);
  const order = aReaderOrder();
  await openReader(fakeReaderServer([order]), { search: `?order=${order.orderNumber}` });
  const submit = page.getByRole('button', { name: 'Submit for Admin Review' });
  await expect.element(submit).toBeVisible();
  refuse();
  const [box, barBox] = await boxes(document.querySelector('.action-bar') ?? document.body);
  expect(barBox.bottom).toBeLessThanOrEqual(height);
  expect(box.bottom).toBeLessThanOrEqual(barBox.top + 0.5);
});

test('does not stay over a pressed button', async () => {
  await page.viewport(360, 740);
  $toast.set(null);
  await render(
    <>
      <div style={{ height: 660 }} />
      <button type="button">Pay</button>
      <div style={{ height: 900 }} />
      <Toaster />
    </>,
  );
  const pay = page.getByRole('button', { name: 'Pay' });
  pay.element().focus({ preventScroll: true });
  scrollTo(0, 0);
  refuse();
  const [box, payBox] = await boxes(pay.element());
  expect(payBox.bottom).toBeLessThanOrEqual(box.top);
});

test('leaves the uncovered half of a button usable', async () => {
  await page.viewport(360, 740);
  $toast.set(null);
  const press = vi.fn();
  await render(
    <>
      <div style={{ height: 900 }} />
      <button type="button" style={{ height: 40, width: 200 }} onClick={press}>
        Approve
      </button>
      <div style={{ height: 900 }} />
      {/* The page scrolls clear of it as well. */}
      <div className="held-approvals">The email goes out in 59 s</div>
      <Toaster />
    </>,
  );
  refuse();
  const approve = page.getByRole('button', { name: 'Approve' });
  await boxes(approve.element());
  const { top } = toast.element().getBoundingClientRect();
  scrollBy(0, approve.element().getBoundingClientRect().top - top + 20);
  // A finger that stays down for so long that Radix takes its announcement out of the body meanwhile.
  await approve.click({ position: { x: 5, y: 15 }, delay: 1_500 });
  expect(press).toHaveBeenCalledOnce();
});
