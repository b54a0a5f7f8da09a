import { typeInto } from '../../../client/type-into.ts';
import { labelOf, type TypedText, textFieldsIn } from './typed-in.ts';

const patienceMs = 15_000;

/** Types texts again into the fields with their labels, as soon as these exist, within 15 seconds. */
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
