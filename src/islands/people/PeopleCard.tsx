import { useStore } from '@nanostores/react';
import { Fragment, useState } from 'react';
import { formatDays } from '../../client/format.ts';
import { whyNoOrders } from '../../client/people/reader-choice.ts';
import { limits } from '../../shared/limits.ts';
import type { Person, Role } from '../../shared/people/staff.ts';
import { counted } from '../../shared/plural.ts';
import { useBusinessDays } from '../desk/business-days-context.ts';
import { useAdminDesk } from '../desk/desk-context.ts';
import { useRefreshOnMount } from '../desk/use-refresh-on-mount.ts';
import { useRunning } from '../desk/use-running.ts';
import { ActionButton } from '../ui/ActionButton.tsx';
import { Badge } from '../ui/Badge.tsx';
import { LoadProblem } from '../ui/errors/LoadProblem.tsx';
import { InputField } from '../ui/forms/Field.tsx';
import { submitForm } from '../ui/forms/submit-form.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { PersonDialog } from './PersonDialog.tsx';
import { RoleField } from './RoleField.tsx';
import { usePeople } from './use-people.ts';

const roleNames: Record<Role, string> = { admin: 'Admin', reader: 'Reader' };

/** The accounts of all admins and readers, and the form that adds one. */
export function PeopleCard({ username }: { username: string }) {
  const people = usePeople();
  const { data, error } = useStore(people.list.$state);
  const { date } = useBusinessDays();
  // Orders come and go, and readers say themselves when they are away.
  useRefreshOnMount(people.list);
  const openId = useStore(people.$openId);
  const chosen = data?.find(({ id }) => id === openId) ?? null;
  const [added, setAdded] = useState<string | null>(null);

  return (
    <section aria-labelledby="people-heading" className="panel grid gap-4 p-4 sm:p-6">
      <h3 id="people-heading" className="text-lg">
        Accounts
      </h3>
      {error && (
        <LoadProblem
          error={error}
          fallback="The accounts could not be loaded."
          onRetry={people.list.refresh}
        />
      )}
      {!data && !error && <Skeleton label="Loading accounts" className="h-24" />}
      {data && (
        <ul className="divide-y divide-base-300">
          {data.map((person) => (
            <li key={person.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
              <div className="min-w-0 flex-1 basis-48">
                <span className="font-semibold wrap-anywhere">{person.username}</span>{' '}
                {person.username === username && <span className="text-quiet">(you)</span>}{' '}
                {!person.isActive && <Badge tone="neutral">Closed</Badge>}
                {whyNoOrders(person).map((reason) => (
                  <Badge key={reason} tone="neutral">
                    {reason}
                  </Badge>
                ))}
                <p className="text-sm wrap-anywhere text-quiet">
                  {factsOf(person, date(person.createdAt)).map((fact, index, facts) => (
                    // Of one piece where it has room for it, with the dot behind it.
                    <Fragment key={fact}>
                      <span className="inline-block">
                        {index < facts.length - 1 ? `${fact} ·` : fact}
                      </span>{' '}
                    </Fragment>
                  ))}
                </p>
              </div>
              <button
                ref={person.id === added ? focusOn : undefined}
                type="button"
                className="btn btn-sm"
                aria-label={`Manage the account of ${person.username}`}
                onClick={() => people.$openId.set(person.id)}
              >
                Manage
              </button>
            </li>
          ))}
        </ul>
      )}
      <NewPerson onAdded={setAdded} />
      <PersonDialog
        person={chosen}
        isSelf={chosen?.username === username}
        onClose={() => people.$openId.set(null)}
      />
    </section>
  );
}

function factsOf(person: Person, since: string): string[] {
  const { role, email, hasTwoFactor, openOrders, maxOpenOrders, sessions } = person;
  const facts = [roleNames[role], `since ${since}`];
  if (role === 'reader') {
    const most = maxOpenOrders === null ? '' : ` of at most ${maxOpenOrders}`;
    facts.push(`${counted(openOrders, 'open order')}${most}`);
    const [next] = person.daysAway;
    if (next && person.awayUntil === null) facts.push(`away ${formatDays(next)}`);
  }
  facts.push(sessions === 0 ? 'not signed in' : `signed in on ${counted(sessions, 'device')}`);
  if (hasTwoFactor) facts.push('two-factor sign-in');
  if (email) facts.push(email);
  return facts;
}

/** Leads to the row of a person who was just added: on a phone it is above the screen. */
function focusOn(button: HTMLButtonElement | null) {
  button?.focus();
}

function NewPerson({ onAdded }: { onAdded: (id: string | null) => void }) {
  const people = usePeople();
  const { work } = useAdminDesk();
  const form = useStore(people.$newPerson);
  const errors = useStore(people.$errors);
  const running = useRunning(work, 'new-person');
  const [isOpen, setIsOpen] = useState(false);

  async function create() {
    const known = people.list.$state.get().data ?? [];
    if (!(await people.create())) return;
    setIsOpen(false);
    const added = people.list.$state.get().data?.find(({ id }) => !known.some((person) => person.id === id));
    onAdded(added?.id ?? null);
  }

  return (
    <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer font-semibold">Add a person</summary>
      <form
        noValidate
        aria-label="Add a person"
        className="mt-3 grid gap-3"
        onSubmit={(event) => submitForm(event, create)}
      >
        <InputField
          label="Username"
          error={errors.username}
          type="text"
          autoComplete="off"
          limit={limits.usernameCharacters}
          readOnly={running !== undefined}
          value={form.username}
          onChange={(event) => people.writeNewPerson({ username: event.target.value })}
        />
        <InputField
          label="First password"
          hint="At least 6 characters. Tell them in person; they should change it after signing in."
          error={errors.password}
          // The admin has to read it out to the person.
          type="text"
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          limit={limits.passwordCharacters}
          readOnly={running !== undefined}
          value={form.password}
          onChange={(event) => people.writeNewPerson({ password: event.target.value })}
        />
        <InputField
          label="Email"
          optional
          hint="For notices, and for the link when they forget their password."
          error={errors.email}
          type="email"
          autoComplete="off"
          limit={limits.emailCharacters}
          readOnly={running !== undefined}
          value={form.email}
          onChange={(event) => people.writeNewPerson({ email: event.target.value })}
        />
        <RoleField
          hint={
            form.role === 'reader' &&
            'New orders are assigned to them at once. How many at most, and days away, you set in their account.'
          }
          role={form.role}
          onChange={(role) => people.writeNewPerson({ role })}
        />
        <div>
          <ActionButton
            type="submit"
            className="btn btn-primary"
            isBusy={running !== undefined}
            busyLabel="Creating…"
          >
            Create account
          </ActionButton>
        </div>
      </form>
    </details>
  );
}
