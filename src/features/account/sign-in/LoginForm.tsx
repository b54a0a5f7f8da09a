import { useState } from 'react';
import { pageStorage } from '../../../lib/page-storage.ts';
import { saveToast } from '../../../lib/saved-toast.ts';
import { showToast } from '../../../lib/toasts.ts';
import { limits } from '../../../shared/limits.ts';
import { Island } from '../../../ui/errors/ErrorBoundary.tsx';
import { InputField } from '../../../ui/forms/Field.tsx';
import { browserSession, dashboards } from '../../desk/session.ts';
import { PortalForm } from './PortalForm.tsx';
import { useSignIn } from './use-sign-in.tsx';

/** Returns whether the form is shown at the address of a dashboard, or of one of its orders. */
function isPlaceOf(dashboard: string): boolean {
  const { pathname } = location;
  return (
    pathname.replace(/\/$/, '') === dashboard || pathname.startsWith(dashboard.replace(/\w+$/, 'orders/'))
  );
}

/** Renders the sign-in form. It then opens the role's dashboard, or the order page at whose address it is shown. */
export function LoginForm() {
  const [session] = useState(browserSession);
  const { field, isBusy, onSubmit, passwordFields } = useSignIn(
    session.signIn,
    ({ username, role }) => {
      const path = dashboards[role];
      saveToast(pageStorage, { title: 'Login Successful', description: `Welcome back, ${username}!` });
      // A link to an order is reloaded, so that its address stays. Otherwise the dashboard replaces the
      // sign-in page in the history, so that Back does not return to it.
      if (isPlaceOf(path)) location.reload();
      else location.replace(path);
      // Busy until the next page has loaded.
      return new Promise<never>(() => {});
    },
    (description) => void showToast({ title: 'Login Failed', description, variant: 'destructive' }),
  );

  return (
    <Island>
      <PortalForm
        aria-label="Sign in"
        onSubmit={onSubmit}
        isBusy={isBusy}
        button="Sign In"
        busyLabel="Signing in..."
      >
        <InputField
          {...field('username')}
          label="Username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          limit={limits.usernameCharacters}
        />
        {passwordFields()}
      </PortalForm>
    </Island>
  );
}
