import type { AccountChange } from '../../src/shared/people/account-schema.ts';

export function accountForm(change: AccountChange & { currentPassword?: string }, picture?: File): FormData {
  const form = new FormData();
  form.set('account', JSON.stringify(change));
  if (picture) form.set('picture', picture);
  return form;
}
