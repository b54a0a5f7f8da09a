import type { ComponentProps } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { useIsHydrated } from '../../../ui/forms/use-form.ts';
import { Toaster } from '../../../ui/Toaster.tsx';

type PortalFormProps = ComponentProps<'form'> & { isBusy: boolean; button: string; busyLabel: string };

/** Renders a form of the sign-in pages, and the toaster. Its button works only after hydration. */
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
