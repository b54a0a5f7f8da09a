import { useStore } from '@nanostores/react';
import { useRef, useState } from 'react';
import { builtInViews, isShown, type NamedView } from '../../../client/orders/saved-views.ts';
import type { SavedView } from '../../../shared/orders/saved-views.ts';
import { useAdminDesk } from '../../desk/desk-context.ts';
import { useRunning } from '../../desk/use-running.ts';
import { ActionButton } from '../../ui/ActionButton.tsx';
import { classNames } from '../../ui/class-names.ts';
import { handsOnFocus } from '../../ui/hands-on-focus.ts';

/** Lists of orders by name, one press each: those that everybody has, one's own, and what can be done with them. */
export function SavedViews() {
  const { views } = useAdminDesk();
  const { data: own = [] } = useStore(views.own.$state);
  const query = useStore(views.$query);
  const [naming, setNaming] = useState<'new' | 'other' | null>(null);
  const shown = [...builtInViews, ...own].find((view) => isShown(view, query));
  const mine = own.find((view) => view === shown);
  const isNew = !shown && naming !== 'other';

  return (
    <div className="mb-3 flex min-h-9 flex-wrap items-center gap-x-1 gap-y-2">
      <ul aria-label="Views" className="contents">
        {builtInViews.map((view) => (
          <li key={view.name}>
            <ViewButton view={view} isShown={view === shown} />
          </li>
        ))}
        {own.map((view) => (
          <li key={view.id}>
            <ViewButton view={view} isShown={view === shown} />
          </li>
        ))}
      </ul>
      {naming === 'new' && isNew && (
        <NameForm name="" label="Save" onDone={() => setNaming(null)} onName={views.save} />
      )}
      {naming === 'other' && mine && (
        <NameForm
          key={mine.id}
          name={mine.name}
          label="Rename"
          onDone={() => setNaming(null)}
          onName={(name) => views.rename(mine, name)}
        />
      )}
      {!naming && isNew && (
        <button type="button" ref={handsOnFocus} className="btn btn-sm" onClick={() => setNaming('new')}>
          Save view
        </button>
      )}
      {naming !== 'other' && mine && <OwnActions view={mine} onRename={() => setNaming('other')} />}
    </div>
  );
}

function ViewButton({ view, isShown: isCurrent }: { view: NamedView; isShown: boolean }) {
  const { views } = useAdminDesk();
  return (
    <button
      type="button"
      aria-current={isCurrent ? 'page' : undefined}
      className={classNames(
        'max-w-60 cursor-pointer truncate rounded-full px-3 py-1 text-sm',
        isCurrent ? 'bg-primary font-semibold text-primary-content' : 'hover:bg-base-300',
      )}
      title={view.name}
      onClick={() => views.open(view)}
    >
      {view.name}
    </button>
  );
}

/** What can be done with the view that is shown, when it is one's own. */
function OwnActions({ view, onRename }: { view: SavedView; onRename: () => void }) {
  const { views, work } = useAdminDesk();
  const running = useRunning(work, 'saved-views');
  return (
    <span ref={handsOnFocus} className="flex gap-1">
      <button
        type="button"
        className="btn btn-ghost btn-sm"
        aria-label={`Rename the view ${view.name}`}
        onClick={onRename}
      >
        Rename
      </button>
      <ActionButton
        className="btn btn-ghost btn-sm"
        aria-label={running === 'delete' ? undefined : `Remove the view ${view.name}`}
        isBusy={running === 'delete'}
        busyLabel="Removing…"
        onClick={() => void views.remove(view)}
      >
        Remove
      </ActionButton>
    </span>
  );
}

interface NameFormProps {
  name: string;
  label: string;
  onName: (name: string) => Promise<boolean>;
  onDone: () => void;
}

/** One line for a name. Esc and Cancel leave everything as it was. */
function NameForm({ name: before, label, onName, onDone }: NameFormProps) {
  const { work } = useAdminDesk();
  const isBusy = useRunning(work, 'saved-views') !== undefined;
  const [name, setName] = useState(before);
  const field = useRef<HTMLInputElement>(null);

  async function submit() {
    if (!name.trim()) field.current?.focus();
    else if (await onName(name)) onDone();
  }

  return (
    <form
      ref={handsOnFocus}
      aria-label={`${label} view`}
      className="flex flex-wrap items-center gap-2 max-sm:w-full"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onDone();
      }}
    >
      <input
        ref={field}
        // biome-ignore lint/a11y/noAutofocus: it is there because somebody asked for it
        autoFocus
        aria-label="Name of the view"
        placeholder="Name of the view"
        className="input input-sm w-48 max-sm:min-w-40 max-sm:flex-1"
        autoComplete="off"
        required
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <ActionButton type="submit" className="btn btn-primary btn-sm" isBusy={isBusy} busyLabel="Saving…">
        {label}
      </ActionButton>
      <button type="button" className="btn btn-ghost btn-sm" onClick={onDone}>
        Cancel
      </button>
    </form>
  );
}
