/*
 * The forms of a customer's page are each sent by themselves, as browsers do it, and then the page comes anew. What is
 * typed into the others is kept in the tab until it is sent.
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
  /** The form that was sent last: the page that comes then knows what became of it. */
  sent: string | null;
}

/** Keeps what is typed into the forms of a page, and fills in again what was. */
export function keepUnsentForms(page: Document): void {
  const key = `unsent ${location.pathname}`;
  const forms = new Map(
    [...page.querySelectorAll<HTMLFormElement>('form[data-unsent]')].map((form) => [nameOf(form), form]),
  );
  const kept = read(key);
  if (kept.sent !== null && isAnswer(page)) delete kept.forms[kept.sent];
  kept.sent = null;
  for (const [name, unsent] of Object.entries(kept.forms)) {
    const form = forms.get(name);
    if (!form) showRest(page, unsent);
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
    kept.sent = target.dataset.unsent ?? null;
    write(key, kept);
  });

  function keep(form: HTMLFormElement): void {
    const name = nameOf(form);
    if (isUntouched(form)) delete kept.forms[name];
    else kept.forms[name] = { fields: fieldsOf(form), words: wordsOf(form) };
  }
}

const nameOf = (form: HTMLFormElement) => form.dataset.unsent ?? '';

/** @returns whether the page is what a form of the same page was answered with */
function isAnswer(page: Document): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  const isNew = navigation instanceof PerformanceNavigationTiming && navigation.type === 'navigate';
  return isNew && page.referrer.startsWith(`${location.origin}/`);
}

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
    (control) => !isChoice(control) && control.value !== control.defaultValue,
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
function showRest(page: Document, { words }: Unsent): void {
  const rest = page.querySelector<HTMLElement>('[data-unsent-rest]');
  if (!rest || words === '') return;
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
    return isKept(kept) ? kept : { forms: {}, sent: null };
  } catch {
    return { forms: {}, sent: null };
  }
}

const isKept = (kept: unknown): kept is Kept => typeof kept === 'object' && kept !== null && 'forms' in kept;

function write(key: string, kept: Kept): void {
  try {
    if (Object.keys(kept.forms).length === 0 && kept.sent === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // A browser that stores nothing keeps nothing.
  }
}
