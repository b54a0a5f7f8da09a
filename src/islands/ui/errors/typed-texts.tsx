import { Field } from '../forms/Field.tsx';
import type { TypedText } from './typed-in.ts';

export function RescuedTexts({ texts }: { texts: TypedText[] }) {
  return (
    <>
      <p>What you typed there, to be copied:</p>
      <TypedTexts texts={texts} />
    </>
  );
}

export function TypedTexts({ texts }: { texts: TypedText[] }) {
  return texts.map(({ label, text }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the list stays as it is, and labels can be the same
    <Field key={index} label={label || 'What you typed'}>
      {(aria) => (
        <textarea
          {...aria}
          rows={text.length > 80 ? 6 : 1}
          readOnly
          className="textarea w-full"
          value={text}
        />
      )}
    </Field>
  ));
}
