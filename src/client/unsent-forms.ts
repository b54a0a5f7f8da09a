/*
 * The browser sends each form of a customer's page by itself and then loads the page again. What is typed into the
 * other forms is kept in the tab until it is sent. Only the page can tell whether a form has arrived, by what it shows
 * as received: an answer can be lost, and a reload can send a form again.
 */

/** What stands in a form, by the names of its fields; a box that is not ticked is not there. */
type Fields = Record<string, string>;

interface Unsent {
  fields: Fields;
  /** What of it is words of one's own. */
  words: string;
}

interface Kept {
  /** By the names of the forms. */
  forms: Record<string, Unsent>;
}

/** Keeps what is typed into the forms of a page, and fills in again what was. */
export function keepUnsentForms(page: Document): void {
  // Several links lead to one order, and its forms come back to another than they stood behind.
  const order = page.querySelector<HTMLElement>('[data-unsent-order]')?.dataset.unsentOrder;
  if (order === undefined) return;
  const key = `unsent ${order}`;
  const forms = new Map(
    [...page.querySelectorAll<HTMLFormElement>('form[data-unsent]')].map((form) => [nameOf(form), form]),
  );
  const kept = read(key);
  for (const [name, unsent] of Object.entries(kept.forms)) {
    const form = forms.get(name);
    const hasArrived = form
      ? hasArrivedFrom(page, form, unsent)
      : stands(page, 'received', name, unsent.words);
    if (hasArrived) delete kept.forms[name];
    else if (!form) showRest(page, name, unsent);
    else if (isUntouched(form)) fillIn(page, form, unsent.fields);
  }
  // What was typed before this was there to listen is kept as well.
  for (const form of forms.values()) keep(form);
  write(key, kept);

  page.addEventListener('input', ({ target }) => {
    const form = target instanceof Element ? target.closest<HTMLFormElement>('form[data-unsent]') : null;
    if (!form) return;
    keep(form);
    write(key, kept);
  });
  page.addEventListener('submit', ({ target }) => {
    if (!(target instanceof HTMLFormElement)) return;
    const { unsent, insteadOf } = target.dataset;
    // A customer who sends another form in its place no longer wants what was typed.
    if (insteadOf !== undefined) delete kept.forms[insteadOf];
    else if (unsent !== undefined) keep(target);
    else return;
    write(key, kept);
  });

  function keep(form: HTMLFormElement): void {
    const name = nameOf(form);
    if (isUntouched(form) && !isReturned(form)) delete kept.forms[name];
    else kept.forms[name] = { fields: fieldsOf(form), words: wordsOf(form) };
  }
}

const nameOf = (form: HTMLFormElement) => form.dataset.unsent ?? '';

/** @returns whether these words stand on the page as what came from a form, or was returned of it */
function stands(page: Document, how: 'received' | 'returned', name: string, words: string): boolean {
  const told = page.querySelectorAll(`[data-${how}="${CSS.escape(name)}"]`);
  return [...told].some(({ textContent }) => isSame(textContent, words));
}

/** @returns whether the server has all that was kept of a form: it stands in the form as it came, or beside it */
function hasArrivedFrom(page: Document, form: HTMLFormElement, { fields }: Unsent): boolean {
  if (isReturned(form)) return false;
  return controlsOf(form).every((control) => {
    const value = fields[control.name];
    if (!isChoice(control)) {
      const text = value ?? '';
      return isSame(control.defaultValue, text) || stands(page, 'received', nameOf(form), text);
    }
    const { countsWith } = control.dataset;
    if (countsWith !== undefined && isSame(fields[countsWith] ?? '', '')) return true;
    return control.defaultChecked === (value === control.value);
  });
}

/** @returns whether two texts are the same to the server, which removes invisible characters */
const isSame = (one: string, other: string) => seenOf(one) === seenOf(other);

/** What is seen of a text, without blanks. The server's own cleaning would come with the checkout, which has no room. */
const seenOf = (text: string) => text.replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S}]+/gu, '');

type Control = HTMLInputElement | HTMLTextAreaElement;

function controlsOf(form: HTMLFormElement): Control[] {
  return [...form.elements].filter(
    (element): element is Control =>
      element instanceof HTMLTextAreaElement ||
      (element instanceof HTMLInputElement && element.type !== 'hidden'),
  );
}

const isChoice = (control: Control): control is HTMLInputElement =>
  control.type === 'radio' || control.type === 'checkbox';

/** @returns whether the server could not take what stands in a form: then the tab alone keeps it for good */
const isReturned = (form: HTMLFormElement) => form.querySelector('[aria-invalid="true"]') !== null;

function isUntouched(form: HTMLFormElement): boolean {
  return controlsOf(form).every((control) =>
    isChoice(control) ? control.checked === control.defaultChecked : control.value === control.defaultValue,
  );
}

function fieldsOf(form: HTMLFormElement): Fields {
  const given = controlsOf(form).filter((control) => !isChoice(control) || control.checked);
  return Object.fromEntries(given.map(({ name, value }) => [name, value]));
}

function wordsOf(form: HTMLFormElement): string {
  const typed = controlsOf(form).filter(
    (control) => !isChoice(control) && (control.value !== control.defaultValue || isReturned(form)),
  );
  return typed.map(({ value }) => value.trim()).join('\n');
}

function fillIn(page: Document, form: HTMLFormElement, fields: Fields): void {
  for (const control of controlsOf(form)) {
    const value = fields[control.name];
    if (isChoice(control)) control.checked = value === control.value;
    else if (value !== undefined) control.value = value;
  }
  if (isUntouched(form)) return;
  const fold = form.closest('details');
  if (fold) fold.open = true;
  const note = page.querySelector<HTMLTemplateElement>('template[data-unsent-note]');
  if (note) form.prepend(note.content.cloneNode(true));
}

/** What was typed stands on the page, although there is no form for it any more. */
function showRest(page: Document, name: string, { words }: Unsent): void {
  const rest = page.querySelector<HTMLElement>('[data-unsent-rest]');
  if (!rest || words === '' || stands(page, 'returned', name, words)) return;
  const line = page.createElement('p');
  line.className = 'mt-3 border-l-4 border-primary pl-4 whitespace-pre-line wrap-anywhere';
  line.dir = 'auto';
  line.textContent = words;
  rest.append(line);
  rest.hidden = false;
}

function read(key: string): Kept {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return isKept(kept) ? kept : { forms: {} };
  } catch {
    return { forms: {} };
  }
}

const isKept = (kept: unknown): kept is Kept => typeof kept === 'object' && kept !== null && 'forms' in kept;

function write(key: string, kept: Kept): void {
  try {
    if (Object.keys(kept.forms).length === 0) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // Without storage, what is typed is not kept.
  }
}
