import { typeInto } from '../../../client/type-into.ts';
import { labelOf, type TypedText, textFieldsIn } from './typed-in.ts';

/** How long fields may take to be there again, in milliseconds. */
const patienceMs = 15_000;

/** Types texts again into the fields that have their labels, as soon as these are there. */
export function typeAgain(box: Element, texts: readonly TypedText[]): void {
  let missing = [...texts];
  const fill = () => {
    for (const field of textFieldsIn(box)) {
      const typed = missing.find(({ label }) => label === labelOf(field));
      if (!typed) continue;
      missing = missing.filter((text) => text !== typed);
      if (field.value !== typed.text) typeInto(field, typed.text);
    }
    if (missing.length === 0) observer.disconnect();
  };
  const observer = new MutationObserver(fill);
  observer.observe(box, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), patienceMs);
  fill();
}
