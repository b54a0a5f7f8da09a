import { ApiError, api, call } from '../api.ts';
import { leaveToast, type TextStorage } from '../toast-handover.ts';

/** The calls to reset a forgotten password. Each may throw an ApiError. */
export const resetCalls = {
  ask: (email: string): Promise<unknown> => call(api['password-reset'].$post({ json: { email } })),
  /** Fails as `confirm` would when the link has expired. */
  check: (token: string): Promise<unknown> => call(api['password-reset'].check.$post({ json: { token } })),
  confirm: (token: string, newPassword: string): Promise<unknown> =>
    call(api['password-reset'].confirm.$post({ json: { token, newPassword } })),
};

/** @returns whether the link has expired, was used, or was replaced by a newer one */
export const isLinkOver = (error: unknown) => error instanceof ApiError && error.code === 'reset_not_found';

/** Sets a new password through a link and shows the sign-in. */
export async function saveNewPassword(
  dependencies: {
    calls: Pick<typeof resetCalls, 'confirm'>;
    storage: TextStorage;
    navigate: (path: string) => void;
  },
  token: string,
  newPassword: string,
): Promise<void> {
  await dependencies.calls.confirm(token, newPassword);
  leaveToast(dependencies.storage, {
    title: 'Password Updated',
    description: 'You can sign in with it now.',
  });
  dependencies.navigate('/admin/login');
}
