/* Inlined in the page: importing kept-text.ts would add two files to the style sheet's one. */

/** An unchecked box is missing. */
type Fields = Partial<Record<string, string>>;

/** By form name. */
type Kept = { forms: Record<string, { fields: Fields }> };

/**
 * Saves the text typed on an order's page in this tab until the page shows it as received: a reload can
 * repeat a form, and an answer can be lost. Restores it, or shows it as text if its form is gone.
 */
export function keepUnsentForms(page: Document): void {
  // By order number, because several links lead to its page.
  const order = page.querySelector<HTMLElement>('[data-unsent-order]')?.dataset.unsentOrder;
  if (order === undefined) return;
  const key = `unsent ${order}`;
  const kept = read(key);
  const forms = [...page.querySelectorAll<HTMLFormElement>('form[data-unsent]')];
  for (const [name, { fields }] of Object.entries(kept.forms)) {
    const form = forms.find((one) => one.dataset.unsent === name);
    const words = fields.answer ?? fields.text ?? fields.words ?? '';
    if (form ? hasArrived(form, fields) : isShown(page, 'received', name, words)) delete kept.forms[name];
    else if (!form) showRest(page, name, words);
    else if (isUntouched(form)) fillIn(form, fields);
  }
  // Includes what was typed before this script ran.
  forms.forEach(keep);
  write(key, kept);

  page.addEventListener('input', ({ target }) => {
    const form = target instanceof Element && target.closest<HTMLFormElement>('form[data-unsent]');
    if (!form) return;
    keep(form);
    write(key, kept);
  });
  page.addEventListener('submit', ({ target }) => {
    if (!(target instanceof HTMLFormElement)) return;
    const { unsent, insteadOf } = target.dataset;
    if (unsent !== undefined) keep(target);
    else if (insteadOf !== undefined) delete kept.forms[insteadOf];
    write(key, kept);
  });

  function keep(form: HTMLFormElement): void {
    const name = form.dataset.unsent ?? '';
    if (isUntouched(form) && !isReturned(form)) delete kept.forms[name];
    else kept.forms[name] = { fields: Object.fromEntries(new FormData(form)) as Fields };
  }
}

function isShown(page: Document, how: 'received' | 'returned', name: string, words: string): boolean {
  const texts = page.querySelectorAll(`[data-${how}="${CSS.escape(name)}"]`);
  return [...texts].some(({ textContent }) => isSame(textContent, words));
}

/** Returns whether the page shows all of a form's fields as received, in the form or beside it. */
function hasArrived(form: HTMLFormElement, fields: Fields): boolean {
  if (isReturned(form)) return false;
  return controlsOf(form).every((control) => {
    const value = fields[control.name] ?? '';
    if (!isChoice(control)) {
      const { unsent = '' } = form.dataset;
      return isSame(control.defaultValue, value) || isShown(form.ownerDocument, 'received', unsent, value);
    }
    const { countsWith } = control.dataset;
    // The page unchecks this box again once its text was sent.
    if (control.dataset.sentOnce !== undefined) return true;
    if (countsWith !== undefined && isSame(fields[countsWith] ?? '', '')) return true;
    return control.defaultChecked === (value === control.value);
  });
}

/** Compares visible characters only: the server strips others, with code too large for this page. */
const isSame = (one: string, other: string) => visible(one) === visible(other);
const visible = (text: string) => text.replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S}]+/gu, '');

type Control = HTMLInputElement | HTMLTextAreaElement;

const controlsOf = (form: HTMLFormElement) => [...form.querySelectorAll<Control>('textarea, input')];

const isChoice = (control: Control): control is HTMLInputElement =>
  control.type === 'radio' || control.type === 'checkbox';

const isReturned = (form: HTMLFormElement) => form.querySelector('[aria-invalid="true"]') !== null;

const isUntouched = (form: HTMLFormElement) =>
  controlsOf(form).every((control) =>
    isChoice(control) ? control.checked === control.defaultChecked : control.value === control.defaultValue,
  );

function fillIn(form: HTMLFormElement, fields: Fields): void {
  for (const control of controlsOf(form)) {
    const value = fields[control.name];
    if (isChoice(control)) control.checked = value === control.value;
    else if (value !== undefined) control.value = value;
  }
  if (isUntouched(form)) return;
  const fold = form.closest('details');
  if (fold) fold.open = true;
  const note = form.ownerDocument.querySelector<HTMLTemplateElement>('template[data-unsent-note]');
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

function read(key: string): Kept {
  try {
    const text = sessionStorage.getItem(key);
    if (text) return JSON.parse(text);
  } catch {
    // A blocked storage and damaged text count as empty.
  }
  return { forms: {} };
}

function write(key: string, kept: Kept): void {
  try {
    if (Object.keys(kept.forms).length === 0) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // The storage is blocked or full: a reload loses what was typed.
  }
}
