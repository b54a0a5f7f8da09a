import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '../Button.tsx';
import { Field } from './Field.tsx';

interface PictureFieldProps {
  label: string;
  hint: string;
  /** The media types that can be chosen. */
  types: readonly string[];
  saveLabel: string;
  isBusy: boolean;
  /** Draws what is stored, or what was chosen. */
  current: string | null;
  children: (address: string) => ReactNode;
  /** Null removes the picture. */
  save: (picture: File | null) => Promise<boolean>;
}

/** Renders a file field with a preview and its own buttons to save and remove, because drafts cannot store files. */
export function PictureField({
  label,
  hint,
  types,
  saveLabel,
  isBusy,
  current,
  children,
  save,
}: PictureFieldProps) {
  const [chosen, setChosen] = useState<File | null>(null);
  const [preview, setPreview] = useState<string | null>(null);
  const address = preview ?? current;

  useEffect(() => {
    setPreview(null);
    if (!chosen) return;
    const reader = new FileReader();
    reader.onload = () => setPreview(String(reader.result));
    reader.readAsDataURL(chosen);
    return () => reader.abort();
  }, [chosen]);

  const store = async (picture: File | null) => (await save(picture)) && setChosen(null);

  return (
    <div className="grid gap-3">
      <Field label={label} optional hint={hint}>
        {(aria) => (
          <input
            {...aria}
            // The chosen file is cleared once it is saved.
            ref={(input) => {
              if (input && !chosen) input.value = '';
            }}
            type="file"
            accept={types.join(',')}
            className="input h-auto w-full py-1.5 file:btn file:btn-sm file:mr-3"
            disabled={isBusy}
            onChange={({ target }) => setChosen(target.files?.[0] ?? null)}
          />
        )}
      </Field>
      {address && children(address)}
      <div className="flex flex-wrap gap-2">
        {chosen && (
          <Button className="btn btn-primary" isBusy={isBusy} onClick={() => void store(chosen)}>
            {saveLabel}
          </Button>
        )}
        {current && !chosen && (
          <Button className="btn" isBusy={isBusy} onClick={() => void store(null)}>
            Remove the {label.toLowerCase()}
          </Button>
        )}
      </div>
    </div>
  );
}
