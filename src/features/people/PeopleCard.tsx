import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { formatDays } from '../../lib/format.ts';
import { counted } from '../../shared/counted-text.ts';
import { cleanEmail } from '../../shared/email/email-address.ts';
import { limits } from '../../shared/limits.ts';
import { profileLimits } from '../../shared/people/profile-schema.ts';
import { nameOf, type Role } from '../../shared/people/signed-in-user.ts';
import { createPersonSchema, type Person } from '../../shared/people/staff.ts';
import { Button, SubmitButton } from '../../ui/Button.tsx';
import { FetchedSection } from '../../ui/errors/WhenFetched.tsx';
import { SelectField } from '../../ui/forms/choices.tsx';
import { InputField } from '../../ui/forms/Field.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { Badge } from '../../ui/pieces.tsx';
import { RoleField, WritesField } from '../account/AccountForm.tsx';
import { useDateFormats, useDeskBase, useRefreshOnMount } from '../desk/desk-hooks.ts';
import { PersonDialog, shownPasswordProps, usePeople } from './PersonDialog.tsx';
import { whyNoOrders } from './reader-choice.ts';

const roleNames: Record<Role, string> = { admin: 'Admin', reader: 'Reader' };

export function PeopleCard() {
  const people = usePeople();
  const { username } = useDeskBase();
  const { date } = useDateFormats();
  // New orders come in, and readers set their own days away.
  useRefreshOnMount(people.list);
  const [added, setAdded] = useState<string | null>(null);

  return (
    <FetchedSection
      title="Accounts"
      isTitled={false}
      fetched={people.list}
      what="accounts"
      foot={
        <>
          <NewPerson onAdded={setAdded} />
          <PersonDialog />
        </>
      }
    >
      {(listed) => (
        <ul className="divide-y divide-base-300">
          {listed.map((person) => (
            <li key={person.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
              <div className="min-w-0 flex-1 basis-48">
                <span className="font-semibold wrap-anywhere">{nameOf(person)}</span>{' '}
                {person.displayName && <span className="text-quiet wrap-anywhere">{person.username}</span>}{' '}
                {person.username === username && <span className="text-quiet">(you)</span>}{' '}
                {!person.isActive && <Badge tone="neutral">Closed</Badge>}
                {whyNoOrders(person).map((reason) => (
                  <Badge key={reason} tone="neutral">
                    {reason}
                  </Badge>
                ))}
                <p className="text-sm wrap-anywhere text-quiet">
                  {factsOf(person, date(person.createdAt)).join(' · ')}
                </p>
              </div>
              <Button
                ref={person.id === added ? focusOn : undefined}
                aria-label={`Manage the account of ${nameOf(person)}`}
                onClick={() => people.$openId.set(person.id)}
              >
                Manage
              </Button>
            </li>
          ))}
        </ul>
      )}
    </FetchedSection>
  );
}

function factsOf(person: Person, since: string): string[] {
  const { role, writes, isInvited, email, hasTwoFactor, openOrders, maxOpenOrders, sessions } = person;
  const facts = [roleNames[role], `since ${since}`];
  if (role === 'admin' && writes) facts.splice(1, 0, 'writes readings');
  if (writes) {
    const most = maxOpenOrders === null ? '' : `${openOrders} of at most `;
    facts.push(`${most}${counted(maxOpenOrders ?? openOrders, 'open order')}`);
    const [next] = person.daysAway;
    if (next && person.awayUntil === null) facts.push(`away ${formatDays(next)}`);
  }
  facts.push(sessions.length === 0 ? 'not signed in' : `signed in on ${counted(sessions.length, 'device')}`);
  if (isInvited) facts.push('invited, no password yet');
  if (hasTwoFactor) facts.push('two-factor sign-in');
  if (email) facts.push(email);
  return facts;
}

/** Focuses the row of a person just added: on a phone it is above the screen. */
function focusOn(button: HTMLButtonElement | null) {
  button?.focus();
}

const ways = [
  ['invite', 'With a link by email'],
  ['password', 'With a first password'],
] as const;

function NewPerson({ onAdded }: { onAdded: (id: string | null) => void }) {
  const people = usePeople();
  const typed = useStore(people.$typed);
  const [isOpen, setIsOpen] = useState(Object.keys(typed).length > 0);
  const { field, choice, fields, write, isBusy, onSubmit } = useForm({
    stored: {
      ...{ username: '', displayName: '', password: '', email: '', access: 'invite' },
      role: 'reader' as Role,
      writes: false,
    },
    typed: [typed, (update) => people.$typed.set(update(people.$typed.get()))],
    schema: createPersonSchema,
    toSent: ({ writes, access, password, displayName, ...person }) => ({
      ...person,
      displayName: displayName.trim() || null,
      ...(access === 'invite' ? { invite: true as const } : { password }),
      ...(person.role === 'admin' && { writes }),
      email: cleanEmail(person.email) || null,
    }),
    async save(person, refuse) {
      const known = people.list.$state.get().data ?? [];
      if (!(await people.create(person, refuse))) return false;
      setIsOpen(false);
      const { data = [] } = people.list.$state.get();
      onAdded(data.find(({ id }) => !known.some((before) => before.id === id))?.id ?? null);
      return true;
    },
  });
  const isInvited = fields.access === 'invite';
  return (
    <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer font-semibold">Add a person</summary>
      <form noValidate aria-label="Add a person" className="mt-3 grid gap-3" onSubmit={onSubmit}>
        <InputField {...field('username')} label="Username" type="text" limit={limits.usernameCharacters} />
        <InputField
          {...field('displayName')}
          label="Name"
          optional
          hint="How colleagues and customers see them."
          limit={profileLimits.nameCharacters}
        />
        <SelectField {...choice('access')} label="How they get in" choices={ways} />
        {isInvited ? null : (
          <InputField
            {...field('password')}
            {...shownPasswordProps}
            label="First password"
            hint="At least 6 characters. Tell them in person; they should change it after signing in."
          />
        )}
        <InputField
          {...field('email')}
          label="Email"
          optional={!isInvited}
          hint={
            isInvited
              ? 'We send the link and notices here. The link works once and expires after 72 hours.'
              : 'For notices and password reset links.'
          }
          type="email"
          limit={limits.emailCharacters}
        />
        <RoleField
          hint={
            fields.role === 'reader' &&
            'They get new orders right away. Set their limit and days away in their account.'
          }
          {...choice('role')}
        />
        {fields.role === 'admin' && (
          <WritesField checked={fields.writes} onChange={(writes) => write({ writes })} />
        )}
        <SubmitButton isBusy={isBusy} busyLabel={isInvited ? 'Inviting…' : 'Creating…'}>
          {isInvited ? 'Send invitation' : 'Create account'}
        </SubmitButton>
      </form>
    </details>
  );
}
