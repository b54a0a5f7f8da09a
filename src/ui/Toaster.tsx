import { useStore } from '@nanostores/react';
import * as Toast from 'radix-ui/toast';
import { type FocusEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { pageStorage } from '../lib/page-storage.ts';
import { takeSavedToast } from '../lib/saved-toast.ts';
import { $hasToaster, $toast, dismissToast, showToast } from '../lib/toasts.ts';
import { classNames } from './class-names.ts';
import { Icon } from './Icon.tsx';

const viewport =
  'notices pointer-events-none fixed right-0 bottom-0 z-100 w-screen max-w-toast p-4 pb-[max(1rem,env(safe-area-inset-bottom))] outline-none max-sm:left-0 max-sm:mx-auto max-sm:p-2 max-sm:pb-[max(0.5rem,env(safe-area-inset-bottom))]';

/** Shows the current toast (docs/product.md §10), or the one saved by the previous page. */
export function Toaster() {
  const toast = useStore($toast);
  const place = useRef<HTMLOListElement>(null);
  const focusedBefore = useRef<EventTarget | null>(null);

  useEffect(() => {
    $hasToaster.set(true);
    const leftBehind = takeSavedToast(pageStorage);
    if (leftBehind) showToast(leftBehind);
    return () => $hasToaster.set(false);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: for as long as a toast is there
  useLayoutEffect(() => {
    const element = place.current;
    if (!toast?.isOpen || !element) return;
    const settle = () => keepClear(element);
    // It gets its place a moment later.
    const sizes = new ResizeObserver(settle);
    sizes.observe(element);
    // The bar of held approvals appears in the body, as does Radix's announcement of the toast.
    const isBar = (node: Node) => node instanceof Element && node.matches('.held-approvals');
    const bars = new MutationObserver((changes) => {
      if (changes.some((change) => [...change.addedNodes, ...change.removedNodes].some(isBar))) settle();
    });
    bars.observe(document.body, { childList: true });
    // Under a pointer nothing may move: a press that ends on another element is not a click.
    const settleForKeys = () => document.activeElement?.matches(':focus-visible') && settle();
    addEventListener('focusin', settleForKeys);
    return () => {
      sizes.disconnect();
      bars.disconnect();
      removeEventListener('focusin', settleForKeys);
    };
  }, [toast?.id, toast?.isOpen]);

  function rememberFocus({ currentTarget, relatedTarget }: FocusEvent) {
    if (!currentTarget.contains(relatedTarget)) focusedBefore.current = relatedTarget;
  }

  /** Closes an open dialog on Escape before the toast. */
  function passEscapeOn(event: KeyboardEvent) {
    const dialog = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].at(-1);
    if (!dialog || place.current?.contains(document.activeElement)) return;
    event.preventDefault();
    if (event.isComposing) return;
    dialog.querySelector<HTMLElement>('[data-dismiss]')?.click();
  }

  function close(id: number) {
    const { activeElement } = document;
    if (place.current?.contains(activeElement) && activeElement instanceof HTMLElement) {
      // Radix pauses while a toast has the focus, and does not notice when the focused button is removed.
      activeElement.blur();
      if (focusedBefore.current instanceof HTMLElement) focusedBefore.current.focus();
    }
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
            <Icon path="m4 4 8 8m0-8-8 8" />
          </Toast.Close>
        </Toast.Root>
      )}
      <Toast.Viewport ref={place} hotkey={['F8']} className={viewport} onFocus={rememberFocus} />
    </Toast.Provider>
  );
}

/** Raises the toast above a bar at the bottom, and scrolls the focused element out from under it. */
function keepClear(place: HTMLElement): void {
  place.style.bottom = '';
  const resting = place.getBoundingClientRect();
  const bars = [...document.querySelectorAll('.sticky, .action-bar, .held-approvals')]
    .map((bar) => bar.getBoundingClientRect())
    .filter((bar) => overlap(bar, resting) && bar.height < innerHeight / 2);
  const raised = Math.max(0, ...bars.map(({ top }) => innerHeight - top));
  place.style.bottom = `${raised}px`;
  const focused = document.activeElement;
  const isCovered =
    focused instanceof HTMLElement &&
    focused.matches('a, button, input, select, iframe') &&
    !place.contains(focused) &&
    overlap(focused.getBoundingClientRect(), place.getBoundingClientRect());
  if (!isCovered) return;
  focused.style.scrollMarginBottom = `${raised + resting.height}px`;
  focused.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  focused.style.scrollMarginBottom = '';
}

function overlap(one: DOMRect, other: DOMRect): boolean {
  return one.top < other.bottom && one.bottom > other.top && one.left < other.right && one.right > other.left;
}
