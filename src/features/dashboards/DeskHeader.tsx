import { useStore } from '@nanostores/react';
import { type ReactNode, useState } from 'react';
import type { SignedInUser } from '../../shared/people/signed-in-user.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { DeskPart } from '../../ui/errors/DeskPart.tsx';
import { lazyDialog } from '../../ui/errors/lazy-part.tsx';
import { Badge } from '../../ui/pieces.tsx';
import type { DeskBase } from '../desk/desk-base.ts';
import { useDeskBase } from '../desk/desk-hooks.ts';

const AccountDialog = lazyDialog(
  () => import('../account/AccountDialog.tsx'),
  'AccountDialog',
  'Your account',
);

interface DeskHeaderProps {
  title: string;
  user: SignedInUser;
  isSandbox: boolean;
  badge?: ReactNode;
  desk: DeskBase | null;
  /** The link back from an order's page; on a phone it replaces everything else. */
  backLink?: ReactNode;
  /** The link to the other desk of an admin who also writes. */
  otherDesk?: ReactNode;
  tools?: ReactNode;
}

export function DeskHeader(props: DeskHeaderProps) {
  const { title, user, isSandbox, badge, desk, backLink, otherDesk, tools } = props;
  const { username, displayName } = user;
  const [isLeaving, setIsLeaving] = useState(false);

  async function leave() {
    setIsLeaving(true);
    await desk?.session.signOut();
    setIsLeaving(false);
  }

  return (
    <header className="@container border-b border-hairline bg-base-100">
      <div
        className={classNames(
          'flex flex-wrap items-center gap-x-2 gap-y-1 px-4 max-sm:[&_.btn]:[--size:2rem] sm:gap-x-6 sm:gap-y-2 sm:px-6 @3xl:flex-nowrap',
          backLink ? 'py-1.5' : 'mx-auto max-w-desk py-1 sm:py-1.5',
        )}
      >
        {backLink}
        <h1
          className={classNames(
            'grow',
            backLink
              ? 'min-w-0 text-xl whitespace-nowrap tabular-nums'
              : 'text-2xl whitespace-nowrap sm:basis-0 @max-5xl:text-xl',
          )}
        >
          {title}
        </h1>
        <div
          className={classNames(
            'flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2 sm:@max-5xl:gap-x-2 @3xl:flex-nowrap @5xl:gap-x-6',
            backLink ? 'max-sm:hidden' : 'max-sm:contents',
          )}
        >
          <p
            title={`Welcome, ${username}`}
            className={classNames(
              'min-w-0 flex-1 basis-24 truncate text-quiet max-sm:order-1 max-sm:text-sm sm:flex-initial sm:basis-auto',
              backLink ? '@max-5xl:hidden' : '',
            )}
          >
            <span className={otherDesk ? 'sm:@max-5xl:sr-only' : undefined}>Welcome, </span>
            <strong className="text-base-content">{username}</strong>
            {displayName && <span className="@max-7xl:sr-only"> ({displayName})</span>}
          </p>
          {(isSandbox || badge) && (
            <span className="flex flex-wrap gap-2 sm:-order-1 @3xl:flex-none @3xl:flex-nowrap">
              {badge}
              {isSandbox && (
                <Badge tone="warning">
                  <span>
                    Sandbox<span className="@max-5xl:sr-only">: no money moves</span>
                  </span>
                </Badge>
              )}
            </span>
          )}
          {tools}
          {otherDesk}
          <div className="ml-auto flex flex-none items-center gap-x-2 max-sm:order-1 sm:@max-5xl:gap-x-2 @5xl:gap-x-6">
            <Button
              className="btn btn-ghost btn-sm max-sm:px-2"
              disabled={!desk}
              onClick={() => desk?.$isAccountOpen.set(true)}
            >
              My account
            </Button>
            {desk && (
              <DeskPart name="dialog">
                <Account />
              </DeskPart>
            )}
            <Button
              className="btn btn-ghost btn-sm max-sm:px-2"
              isBusy={isLeaving}
              busyLabel="Signing out…"
              disabled={!desk}
              onClick={leave}
            >
              Sign Out
            </Button>
          </div>
        </div>
      </div>
    </header>
  );
}

/** Renders the link to the other desk, for an admin who also writes; the caller leaves it out for others. */
export function OtherDesk({ href, children }: { href: string; children: string }) {
  return (
    <a className="btn btn-ghost btn-sm max-sm:order-1 max-sm:px-2" href={href}>
      {children}
    </a>
  );
}

/** Renders a footer with the time zone. @param props.isPage small, and hidden in low windows, for the writing page */
export function DeskFoot({ timeZone, isPage = false }: { timeZone: string; isPage?: boolean }) {
  return (
    <footer
      className={classNames(
        'w-full px-4 text-quiet sm:px-6',
        isPage
          ? 'py-0.5 text-xs [@media(height<30rem)]:hidden'
          : 'mx-auto max-w-desk pb-[max(4rem,var(--held-height,0rem))] text-sm',
      )}
    >
      {timeZone.split('/').at(-1)?.replaceAll('_', ' ')} time
    </footer>
  );
}

function Account() {
  const { $isAccountOpen } = useDeskBase();
  return <AccountDialog open={useStore($isAccountOpen)} onClose={() => $isAccountOpen.set(false)} />;
}
