import type { ComponentProps } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { useIsHydrated } from '../../../ui/forms/use-form.ts';
import { Toaster } from '../../../ui/Toaster.tsx';

type PortalFormProps = ComponentProps<'form'> & { isBusy: boolean; button: string; busyLabel: string };

/** Renders the fields of a sign-in page in a form with a button that works only after hydration, and the toaster. */
export function PortalForm({ isBusy, button, busyLabel, children, ...form }: PortalFormProps) {
  const isReady = useIsHydrated();
  return (
    <>
      <form noValidate method="post" className="space-y-5" {...form}>
        {children}
        <Button
          type="submit"
          className="btn btn-primary btn-block"
          isBusy={isBusy}
          busyLabel={busyLabel}
          disabled={!isReady}
        >
          {button}
        </Button>
      </form>
      <Toaster />
    </>
  );
}
