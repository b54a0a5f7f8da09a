import { TextCounts } from './TextCounts.tsx';
import { WritableText, type WritableTextProps } from './WritableText.tsx';

/** A text field that says how many characters and words it holds. */
export function TextWithCounts(props: WritableTextProps) {
  return (
    <div>
      <WritableText {...props} />
      <div className="mt-1">
        <TextCounts text={props.value} />
      </div>
    </div>
  );
}
