import type { AccountChange } from '../shared/people/account-form.ts';

/** @returns the form with which an account is changed, as a browser sends it */
export function accountForm(change: AccountChange & { currentPassword?: string }, picture?: File): FormData {
  const form = new FormData();
  form.set('account', JSON.stringify(change));
  if (picture) form.set('picture', picture);
  return form;
}
