import { useStore } from '@nanostores/react';
import { type SubmitEvent, useState } from 'react';
import { pageStorage } from '../../client/page-storage.ts';
import { createSignIn, sessionCalls } from '../../client/sign-in/session.ts';
import { showToast } from '../../client/toasts.ts';
import { limits } from '../../shared/limits.ts';
import { WorkingButton } from '../ui/ActionButton.tsx';
import { Island } from '../ui/errors/Island.tsx';
import { InputField } from '../ui/forms/Field.tsx';
import { textOf } from '../ui/forms/form-text.ts';
import { submitForm } from '../ui/forms/submit-form.ts';
import { Toaster } from '../ui/Toaster.tsx';
import { useIsHydrated } from '../ui/use-is-hydrated.ts';
import { CodeField } from './CodeField.tsx';

/**
 * The Admin Portal's sign-in form (docs/product.md §2). The fields are the browser's own: what is typed
 * before the page is ready stays.
 */
export function LoginForm() {
  return (
    <Island>
      <Form />
    </Island>
  );
}

/** @returns whether this page stands in place of a dashboard, or of a page of one of its orders */
function isPlaceOf(dashboard: string): boolean {
  const { pathname } = location;
  return (
    pathname.replace(/\/$/, '') === dashboard || pathname.startsWith(dashboard.replace(/\w+$/, 'orders/'))
  );
}

function Form() {
  const [login] = useState(() =>
    createSignIn({
      calls: sessionCalls,
      toast: showToast,
      // In place of a dashboard, the address says more than the path: which order was open, for one.
      // Otherwise the dashboard takes the place of the sign-in: Back does not return to it.
      navigate: (path) => (isPlaceOf(path) ? location.reload() : location.replace(path)),
      storage: pageStorage,
    }),
  );
  const isBusy = useStore(login.$isBusy);
  const errors = useStore(login.$errors);
  const needsCode = useStore(login.$needsCode);
  const isReady = useIsHydrated();

  const submit = (event: SubmitEvent<HTMLFormElement>) =>
    submitForm(event, (form) =>
      login.signIn({
        username: textOf(form, 'username'),
        password: textOf(form, 'password'),
        code: textOf(form, 'code'),
      }),
    );

  return (
    <>
      <form noValidate method="post" onSubmit={submit} className="space-y-5" aria-label="Sign in">
        <InputField
          label="Username"
          error={errors.username}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          limit={limits.usernameCharacters}
        />
        <InputField
          label="Password"
          error={errors.password}
          name="password"
          type="password"
          autoComplete="current-password"
          required
          limit={limits.passwordCharacters}
        />
        {needsCode && <CodeField error={errors.code} />}
        <WorkingButton
          type="submit"
          className="btn btn-primary btn-block"
          isBusy={isBusy}
          disabled={!isReady}
        >
          {isBusy ? 'Signing in...' : 'Sign In'}
        </WorkingButton>
      </form>
      <Toaster />
    </>
  );
}
