import type { PaletteActs } from '../../client/palette/page.ts';
import { signOutHere } from '../../client/sign-in/session.ts';
import { seconds } from '../../shared/durations.ts';
import { focusedRow } from '../ui/move-row.ts';

/** How long a part of the page may take to come, in milliseconds. */
const patience = seconds(10);

export const pageActs: PaletteActs = {
  press: (name) => whenThere(() => findButton(name), press),
  show: (heading) =>
    whenThere(
      () => [...document.querySelectorAll<HTMLElement>('h2, h3')].find((found) => textOf(found) === heading),
      (found) => {
        if (!found.hasAttribute('tabindex')) found.tabIndex = -1;
        found.scrollIntoView({ block: 'center' });
        found.focus({ preventScroll: true });
      },
    ),
  write: (label) =>
    // What it is to be written for is drawn first, and may be on its way.
    void setTimeout(() =>
      whenThere(
        () => findField(label),
        (field) => field.focus(),
      ),
    ),
  signOut: signOutHere,
  go: (address) => location.assign(address),
  focusedRow,
};

function textOf({ textContent }: Element): string {
  return (textContent ?? '').trim();
}

function findButton(name: string): HTMLButtonElement | undefined {
  return [...document.querySelectorAll('button')].find(
    (button) => (button.getAttribute('aria-label') ?? textOf(button)) === name && !button.disabled,
  );
}

/** @returns the field of that label, once something can be typed into it */
function findField(label: string): HTMLElement | null {
  const labels = [...document.querySelectorAll('label')];
  const field = labels.find((found) => textOf(found).startsWith(label))?.control ?? null;
  return field?.matches(':read-write') ? field : null;
}

function press(button: HTMLButtonElement): void {
  button.focus();
  button.click();
}

/** Acts on a part of the page at once, or as soon as it is there. */
function whenThere<Part>(find: () => Part | null | undefined, act: (part: Part) => void): void {
  const look = () => {
    const part = find();
    if (!part) return false;
    act(part);
    return true;
  };
  if (look()) return;
  const changes = new MutationObserver(() => {
    if (look()) changes.disconnect();
  });
  changes.observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['disabled', 'readonly'],
  });
  setTimeout(() => changes.disconnect(), patience);
}
