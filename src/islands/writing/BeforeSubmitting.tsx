import { memo, type RefObject, useEffect, useState } from 'react';
import { counted } from '../../shared/plural.ts';
import { checkReading } from '../../shared/readings/reading-checks.ts';
import { RemarkList } from '../readings/Remarks.tsx';
import { Disclosure } from '../ui/Disclosure.tsx';
import { showPassage } from './caret-in-view.ts';

/** How long after the last key a text is looked at, in milliseconds: half a word is no mistake. */
const quietMs = 600;

interface BeforeSubmittingProps {
  content: string;
  addresseeName: string;
  contentField: RefObject<HTMLTextAreaElement | null>;
}

/** Shows what the writer may have overlooked: the gravest remark in a line, the rest when it is opened. */
export function BeforeSubmitting({ content, addresseeName, contentField }: BeforeSubmittingProps) {
  const [checked, setChecked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setChecked(content), quietMs);
    return () => clearTimeout(timer);
  }, [content]);
  return <OfText text={checked} addresseeName={addresseeName} contentField={contentField} />;
}

interface OfTextProps extends Omit<BeforeSubmittingProps, 'content'> {
  text: string;
}

/** Rendered when the text was checked, not at every key. */
const OfText = memo(function OfText({ text, addresseeName, contentField }: OfTextProps) {
  const remarks = text.trim() ? checkReading(text, addresseeName) : [];
  const [gravest] = remarks;
  if (!gravest) return null;
  const others = remarks.length - 1;

  return (
    <section
      aria-label="Before you submit it"
      className="text-sm cramped:order-1 cramped:has-[[open]]:basis-full [&_summary]:min-h-6"
    >
      <Disclosure
        summary={
          <span className="font-normal">
            {/* On a phone the room is the text's. */}
            <span className="hidden cramped:inline">
              <span className="sr-only">Before you submit it: </span>
              {counted(remarks.length, 'remark')}
            </span>
            <span className="wrap-anywhere cramped:hidden">
              Before you submit it: {gravest.remark} {others > 0 && <span>And {others} more.</span>}
            </span>
          </span>
        }
      >
        <RemarkList
          remarks={remarks}
          onShow={(passage) => contentField.current && showPassage(contentField.current, passage)}
        />
      </Disclosure>
    </section>
  );
});
