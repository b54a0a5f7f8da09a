/* The page itself contains this: with an import it would be two more files beside the style sheet. */

// A reload can repeat a form, and an answer can be lost: the page itself shows whether a form has arrived.

type Fields = Partial<Record<string, string>>;

/** By the names of the forms. An unticked box is missing among the fields. */
type Kept = { forms: Record<string, { fields: Fields }> };

/** Keeps what is typed on an order's page in this tab, and fills it in again until the page shows it as received. */
export function keepUnsentForms(page: Document): void {
  // By order: several links lead to its page.
  const order = page.querySelector<HTMLElement>('[data-unsent-order]')?.dataset.unsentOrder;
  if (order === undefined) return;
  const key = `unsent ${order}`;
  const forms = new Map(
    [...page.querySelectorAll<HTMLFormElement>('form[data-unsent]')].map((form) => [nameOf(form), form]),
  );
  const kept = read(key);
  for (const [name, { fields }] of Object.entries(kept.forms)) {
    const form = forms.get(name);
    const hasArrived = form
      ? hasArrivedFrom(page, form, fields)
      : isShown(page, 'received', name, textOf(fields));
    if (hasArrived) delete kept.forms[name];
    else if (!form) showRest(page, name, textOf(fields));
    else if (isUntouched(form)) fillIn(page, form, fields);
  }
  // Also what was typed before this script ran.
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
    if (insteadOf !== undefined) delete kept.forms[insteadOf];
    else if (unsent !== undefined) keep(target);
    else return;
    write(key, kept);
  });

  function keep(form: HTMLFormElement): void {
    const name = nameOf(form);
    if (isUntouched(form) && !isReturned(form)) delete kept.forms[name];
    else kept.forms[name] = { fields: fieldsOf(form) };
  }
}

const nameOf = (form: HTMLFormElement) => form.dataset.unsent ?? '';

function isShown(page: Document, how: 'received' | 'returned', name: string, words: string): boolean {
  const texts = page.querySelectorAll(`[data-${how}="${CSS.escape(name)}"]`);
  return [...texts].some(({ textContent }) => isSame(textContent, words));
}

/** Whether the page shows all fields of a form, in it or beside it, as the server has them. */
function hasArrivedFrom(page: Document, form: HTMLFormElement, fields: Fields): boolean {
  if (isReturned(form)) return false;
  return controlsOf(form).every((control) => {
    const value = fields[control.name];
    if (!isChoice(control)) {
      const text = value ?? '';
      return isSame(control.defaultValue, text) || isShown(page, 'received', nameOf(form), text);
    }
    const { countsWith } = control.dataset;
    if (countsWith !== undefined && isSame(fields[countsWith] ?? '', '')) return true;
    return control.defaultChecked === (value === control.value);
  });
}

/** To the server, which removes invisible characters. */
const isSame = (one: string, other: string) => visible(one) === visible(other);

/** The visible characters of a text. The server's own cleaning is too large for this page. */
const visible = (text: string) => text.replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S}]+/gu, '');

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

const textOf = ({ answer, text, words }: Fields) => answer ?? text ?? words ?? '';

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

function showRest(page: Document, name: string, words: string): void {
  const rest = page.querySelector<HTMLElement>('[data-unsent-rest]');
  if (!rest || words.trim() === '' || isShown(page, 'returned', name, words)) return;
  const line = page.createElement('p');
  line.className = 'mt-3 border-l-4 border-primary pl-4 whitespace-pre-line wrap-anywhere';
  line.dir = 'auto';
  line.textContent = words;
  rest.append(line);
  rest.hidden = false;
}

/** Treats a refused storage and damaged text as empty. */
function read(key: string): Kept {
  try {
    const text = sessionStorage.getItem(key);
    if (text) return JSON.parse(text);
  } catch {}
  return { forms: {} };
}

/** Does nothing when the storage is refused or full. */
function write(key: string, kept: Kept): void {
  try {
    if (Object.keys(kept.forms).length === 0) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(kept));
  } catch {}
}
