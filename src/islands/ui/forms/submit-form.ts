import type { SubmitEvent } from 'react';

/**
 * Sends a form without leaving the page; when it could not be sent, the focus goes to the first field that says why.
 *
 * @param send resolves to whether it was sent
 */
export async function submitForm(
  event: SubmitEvent<HTMLFormElement>,
  send: () => Promise<boolean>,
): Promise<void> {
  event.preventDefault();
  const form = event.currentTarget;
  if (await send()) return;
  // The errors are drawn by then.
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
