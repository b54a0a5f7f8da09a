import { atom } from 'nanostores';

export interface Toast {
  id: number;
  title: string;
  description?: string | undefined;
  variant: 'default' | 'destructive';
  action?: { label: string; run: () => void } | undefined;
  isOpen: boolean;
}

/** The toast on screen: one at a time (docs/product.md §10). */
export const $toast = atom<Toast | null>(null);

/** Whether the toaster is loaded: the checkout loads it late. */
export const $hasToaster = atom(false);

/** Shows a toast in place of the current one. It appears once the page has a `Toaster`. */
export function showToast(
  toast: Omit<Toast, 'id' | 'isOpen' | 'variant'> & { variant?: Toast['variant'] },
): void {
  $toast.set({ variant: 'default', ...toast, id: ($toast.get()?.id ?? 0) + 1, isOpen: true });
}

/** Closes a toast, which stays in `$toast`, closed. Does nothing once another has replaced it. */
export function dismissToast(id: number): void {
  const toast = $toast.get();
  if (toast?.id === id) $toast.set({ ...toast, isOpen: false });
}
