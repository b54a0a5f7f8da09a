import { useState } from 'react';
import {
  type PortraitForm,
  type ProfileChange,
  profileLimits,
  type ReaderProfile,
  sinceProblem,
} from '../../shared/people/profiles.ts';
import { readWholeNumber } from '../../shared/whole-number.ts';
import { TaskButton } from '../desk/TaskButton.tsx';
import { InputField } from '../ui/forms/Field.tsx';
import { WholeNumberField } from '../ui/forms/NumberFields.tsx';
import { submitForm } from '../ui/forms/submit-form.ts';
import { PortraitFields } from './PortraitFields.tsx';

interface ProfileFieldsProps {
  profile: ReaderProfile;
  /** Whether the account is open: of a closed one nothing is shown. */
  isShown?: boolean;
  /** Which of them is being saved, if one is: `profile`, `portrait`, `no-portrait`. */
  running: string | undefined;
  /** Each resolves to whether it was saved. */
  onSave: (change: ProfileChange) => Promise<boolean>;
  onPortrait: (form: PortraitForm) => Promise<boolean>;
  onRemovePortrait: () => Promise<boolean>;
}

/** How customers know a reader: the name on the front page, what letters are signed with, a picture. */
export function ProfileFields(props: ProfileFieldsProps) {
  const { profile, isShown = true, running, onSave, onPortrait, onRemovePortrait } = props;
  const [typed, setTyped] = useState({
    name: profile.displayName ?? '',
    since: profile.readingSince === null ? '' : String(profile.readingSince),
    signature: profile.signature ?? '',
  });
  const [problem, setProblem] = useState<string | null>(null);

  function write(changes: Partial<typeof typed>) {
    setProblem(null);
    setTyped({ ...typed, ...changes });
  }

  async function save() {
    const found = sinceProblem(typed.since, new Date().getFullYear());
    setProblem(found);
    if (found) return;
    await onSave({
      displayName: typed.name.trim() || null,
      readingSince: readWholeNumber(typed.since),
      signature: typed.signature.trim() || null,
    });
  }

  const field = { readOnly: running !== undefined, autoComplete: 'off' };
  return (
    <section aria-label="For customers" className="grid gap-4">
      <h3 className="text-lg">For customers</h3>
      <form
        noValidate
        aria-label="Profile"
        className="grid gap-3"
        onSubmit={(event) => submitForm(event, save)}
      >
        <InputField
          {...field}
          label="Name for customers"
          optional
          hint="Shown on the front page and under letters. Leave it empty to show no name."
          limit={profileLimits.nameCharacters}
          value={typed.name}
          onChange={(event) => write({ name: event.target.value })}
        />
        <WholeNumberField
          {...field}
          label="Reads the cards since"
          optional
          hint="A year, such as 2009."
          error={problem}
          value={typed.since}
          onChange={(event) => write({ since: event.target.value })}
        />
        <InputField
          {...field}
          label="Signature"
          optional
          hint="Ends each letter. Leave it empty to use the name."
          limit={profileLimits.signatureCharacters}
          value={typed.signature}
          onChange={(event) => write({ signature: event.target.value })}
        />
        <div>
          <TaskButton type="submit" className="btn" task="profile" running={running} busyLabel="Saving…">
            Save profile
          </TaskButton>
        </div>
      </form>
      <PortraitFields
        portrait={profile.portrait}
        name={profile.displayName}
        isShown={isShown}
        running={running}
        onSave={onPortrait}
        onRemove={onRemovePortrait}
      />
    </section>
  );
}
