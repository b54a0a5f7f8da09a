import { useRef, useState } from 'react';
import {
  type Portrait,
  type PortraitForm,
  portraitTypes,
  profileLimits,
} from '../../shared/people/profiles.ts';
import { TaskButton } from '../desk/TaskButton.tsx';
import { Field, InputField } from '../ui/forms/Field.tsx';
import { submitForm } from '../ui/forms/submit-form.ts';

interface PortraitFieldsProps {
  portrait: Portrait | null;
  /** Of whom it is, as customers know them. */
  name: string | null;
  isShown: boolean;
  running: string | undefined;
  onSave: (form: PortraitForm) => Promise<boolean>;
  onRemove: () => Promise<boolean>;
}

/** A reader's picture, and what it shows in words. */
export function PortraitFields({ portrait, name, isShown, running, onSave, onRemove }: PortraitFieldsProps) {
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [alt, setAlt] = useState<string | null>(null);
  const [errors, setErrors] = useState<{ file?: string; alt?: string }>({});
  const words = alt ?? portrait?.alt ?? (name ? `Portrait of ${name}` : '');

  async function save() {
    const found = problemsOf(file, words, portrait !== null);
    setErrors(found);
    if (found.file || found.alt) return;
    if (!(await onSave({ ...(file && { picture: file }), alt: words.trim() }))) return;
    setFile(null);
    setAlt(null);
    if (input.current) input.current.value = '';
  }

  return (
    <form
      noValidate
      aria-label="Portrait"
      className="grid gap-3"
      onSubmit={(event) => submitForm(event, save)}
    >
      {portrait && isShown && (
        <img
          src={portrait.address}
          alt={portrait.alt}
          width="96"
          height="96"
          className="size-24 rounded-full border border-base-300"
        />
      )}
      {portrait && !isShown && (
        <p className="text-quiet">The portrait is not shown while the account is closed.</p>
      )}
      <Field
        label={portrait ? 'Another portrait' : 'Portrait'}
        optional
        hint="A JPEG, PNG or WebP of up to 8 MB. It is cropped to a square."
        error={errors.file}
      >
        {(aria) => (
          <input
            {...aria}
            ref={input}
            type="file"
            accept={portraitTypes.join(',')}
            className="input h-auto w-full py-1.5 file:btn file:btn-sm file:mr-3"
            disabled={running !== undefined}
            onChange={(event) => {
              setErrors({});
              setFile(event.target.files?.[0] ?? null);
            }}
          />
        )}
      </Field>
      <InputField
        label="What it shows"
        hint="Read aloud by screen readers."
        error={errors.alt}
        autoComplete="off"
        limit={profileLimits.altCharacters}
        readOnly={running !== undefined}
        value={words}
        onChange={(event) => {
          setErrors({});
          setAlt(event.target.value);
        }}
      />
      <div className="flex flex-wrap gap-3">
        <TaskButton type="submit" className="btn" task="portrait" running={running} busyLabel="Saving…">
          Save portrait
        </TaskButton>
        {portrait && (
          <TaskButton
            className="btn"
            task="no-portrait"
            running={running}
            busyLabel="Removing…"
            onClick={() => void onRemove()}
          >
            Remove portrait
          </TaskButton>
        )}
      </div>
    </form>
  );
}

function problemsOf(file: File | null, alt: string, hasPortrait: boolean): { file?: string; alt?: string } {
  if (!file && !hasPortrait) return { file: 'Please choose a picture.' };
  if (file && file.size > profileLimits.portraitBytes) {
    return { file: 'This picture is larger than 8 MB. Please make it smaller first.' };
  }
  return alt.trim() ? {} : { alt: 'Please say in a few words what the picture shows.' };
}
