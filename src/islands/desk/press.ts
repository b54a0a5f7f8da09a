/** What the keys do to the reading that is open: each is pressed on the button that has it as its `data-act`. */
export type Act = 'approve' | 'reject' | 'preview' | 'edit' | 'notes' | 'comment';

/**
 * Presses the button that does something, of several the last, as a pointer does. Nothing where there is none, or an
 * order covers it.
 */
export function press(act: Act): void {
  const buttons = [...document.querySelectorAll<HTMLElement>(`[data-act="${act}"]`)];
  const button = buttons.findLast((found) => !found.closest('[inert]'));
  button?.focus({ preventScroll: true });
  button?.click();
}
