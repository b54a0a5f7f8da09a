import type { Eyes } from './eyes.ts';

/** Finds fields side by side that start at different heights, as when one label takes two lines. */
export function findUnevenFields(eyes: Eyes): string[] {
  const found: string[] = [];
  for (const first of document.querySelectorAll('.field')) {
    const pair = [first, first.nextElementSibling].map((field) => ({
      field,
      control: field?.matches('.field') ? field.querySelector('input, select, textarea') : null,
    }));
    const [left, right] = pair.map(({ field, control }) => ({
      top: field?.getBoundingClientRect().top ?? 0,
      controlTop: control?.getBoundingClientRect().top ?? 0,
      name: control && eyes.nameOf(control),
    }));
    if (!left?.name || !right?.name || Math.abs(left.top - right.top) > 1) continue;
    const apart = Math.abs(left.controlTop - right.controlTop);
    if (apart > 1) found.push(`${left.name} and ${right.name} are ${Math.round(apart)} px apart in height`);
  }
  return found;
}
