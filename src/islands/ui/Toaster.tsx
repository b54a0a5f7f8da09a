import { useStore } from '@nanostores/react';
import * as Toast from 'radix-ui/toast';
import { type FocusEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { pageStorage } from '../../client/page-storage.ts';
import { takeToast } from '../../client/take-toast.ts';
import { $hasToaster, $toast, dismissToast, showToast } from '../../client/toasts.ts';
import { classNames } from './class-names.ts';
import { freePlace } from './free-place.ts';

/**
 * Shows the current toast (docs/product.md §10): one at a time, 5 seconds, swipe right, F8 moves the
 * focus to it and closing it moves it back. On a desk it stands where it lies on least of what one needs next. A toast
 * the previous page left behind is shown when this one starts.
 */
export function Toaster() {
  const toast = useStore($toast);
  const place = useRef<HTMLOListElement>(null);
  const focusedBefore = useRef<EventTarget | null>(null);

  useEffect(() => {
    $hasToaster.set(true);
    const leftBehind = takeToast(pageStorage);
    if (leftBehind) showToast(leftBehind);
    return () => $hasToaster.set(false);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for every toast, before it is seen
  useLayoutEffect(() => {
    const element = place.current;
    if (!toast || !element) return;
    let height = 0;
    const settle = () => {
      // Its padding has a height, too.
      if (element.childElementCount === 0 || element.offsetHeight <= height) return;
      height = element.offsetHeight;
      const { corner, shift } = freePlace(element);
      element.dataset.corner = corner;
      element.style.setProperty('--shift', `${shift}px`);
    };
    settle();
    // One that was there before its place comes into it a moment later.
    const sizes = new ResizeObserver(settle);
    sizes.observe(element);
    return () => sizes.disconnect();
  }, [toast?.id]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for every toast, however it changes
  useEffect(() => {
    const element = place.current;
    // Where toasts stand in the page instead of lying on it, they could be out of sight.
    if (toast && element && getComputedStyle(element).position === 'static')
      element.scrollIntoView({ block: 'nearest' });
  }, [toast?.id]);

  function comeIn({ currentTarget, relatedTarget }: FocusEvent) {
    if (!currentTarget.contains(relatedTarget)) focusedBefore.current = relatedTarget;
  }

  /** Escape is for the dialog one is in, not for a toast that came after it and goes by itself. */
  function passEscapeOn(event: KeyboardEvent) {
    const dialog = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].at(-1);
    if (!dialog || place.current?.contains(document.activeElement)) return;
    event.preventDefault();
    dialog.querySelector<HTMLElement>('[data-dismiss]')?.click();
  }

  function close(id: number) {
    const hasFocus = place.current?.contains(document.activeElement);
    if (hasFocus && focusedBefore.current instanceof HTMLElement) focusedBefore.current.focus();
    dismissToast(id);
  }

  return (
    <Toast.Provider duration={5_000} swipeDirection="right" swipeThreshold={50}>
      {toast && (
        <Toast.Root
          key={toast.id}
          className={classNames(
            'notice flex items-start gap-3 rounded-box py-3.5 pr-3 pl-4.5 leading-[1.45]',
            toast.variant === 'destructive' && 'notice-destructive',
          )}
          open={toast.isOpen}
          onEscapeKeyDown={passEscapeOn}
          onOpenChange={(open) => {
            if (!open) close(toast.id);
          }}
        >
          <div className="min-w-0 flex-1">
            <Toast.Title className="font-semibold">{toast.title}</Toast.Title>
            {toast.description && (
              <Toast.Description className="mt-1 wrap-anywhere">{toast.description}</Toast.Description>
            )}
          </div>
          {toast.action && (
            <Toast.Action asChild altText={toast.action.label}>
              <button type="button" className="btn btn-sm" onClick={toast.action.run}>
                {toast.action.label}
              </button>
            </Toast.Action>
          )}
          <Toast.Close
            className="grid size-7 flex-none cursor-pointer place-items-center rounded-selector"
            aria-label="Close"
          >
            <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4">
              <path d="m4 4 8 8m0-8-8 8" fill="none" stroke="currentColor" strokeWidth="1.5" />
            </svg>
          </Toast.Close>
        </Toast.Root>
      )}
      <Toast.Viewport ref={place} hotkey={['F8']} className="notices" onFocus={comeIn} />
    </Toast.Provider>
  );
}
