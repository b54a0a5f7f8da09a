import type { SubmitEvent } from 'react';

/**
 * Sends a form without leaving the page. Then the focus goes to the first field that says what is wrong with it,
 * if one does.
 */
export async function submitForm(
  event: SubmitEvent<HTMLFormElement>,
  send: (form: HTMLFormElement) => Promise<unknown>,
): Promise<void> {
  event.preventDefault();
  const form = event.currentTarget;
  await send(form);
  // The errors are drawn by then.
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
