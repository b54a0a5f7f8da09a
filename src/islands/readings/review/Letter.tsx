import { TypedText } from '../../ui/TypedText.tsx';
/** The text of a reading, as the customer will have it before them: in the letter's serif, some 65 characters wide. */
export function Letter({ text }: { text: string }) {
  return <TypedText className="max-w-[36rem] font-display text-letter leading-[1.75]" text={text} />;
}
