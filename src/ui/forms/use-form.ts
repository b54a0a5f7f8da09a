import { type SubmitEvent, useEffect, useState, useSyncExternalStore } from 'react';
import type { z } from 'zod';

/** Error messages by the path of their field: `email`, `daysAway.0.to`. */
export type FormErrors = Partial<Record<string, string>>;

interface FormOptions<Fields extends object, Sent> {
  stored: Fields;
  /** Checks what will be sent. */
  schema?: z.ZodType;
  /** Finds errors that the schema does not know, or words them better; null for none. */
  check?: (sent: Sent, form: HTMLFormElement) => Record<string, string | null | undefined>;
  /** Makes what is sent; without it, `Sent` is `Fields`. */
  toSent?: (fields: Fields, changed: Partial<Fields>) => Sent;
  /** Resolves to whether it was saved; `refuse` shows why not. */
  save: (sent: Sent, refuse: (errors: FormErrors) => void) => Promise<boolean>;
  /** Called if the form was not sent. */
  onInvalid?: (errors: FormErrors) => void;
  /** Stores typed values outside the component; `page`: in the fields themselves, even before hydration. */
  typed?: NoInfer<[Partial<Fields>, (update: (before: Partial<Fields>) => Partial<Fields>) => void]> | 'page';
}

type NameOf<Fields, Value> = {
  [Name in keyof Fields]: Fields[Name] extends Value ? Name : never;
}[keyof Fields] &
  string;

export type Form<Fields extends object> = ReturnType<typeof useForm<Fields>>;

/**
 * Keeps typed values, checks them on submit, saves them and focuses the first wrong field. Untouched fields
 * follow the stored values, which another session may change; typed ones stay until saved. It also saves an
 * unchanged form. react-hook-form would bring the desk's first screen to 138.5 KB of scripts, over its 130.
 */
export function useForm<Fields extends object, Sent = Fields>(options: FormOptions<Fields, Sent>) {
  const { stored, schema, check, save, onInvalid } = options;
  const toSent = options.toSent ?? ((all: Fields | Sent) => all as Sent);
  const ownState = useState<Partial<Fields>>({});
  const isInPage = options.typed === 'page';
  const [typed, setTyped] = Array.isArray(options.typed) ? options.typed : ownState;
  const [errors, setErrors] = useState<FormErrors>({});
  const [isBusy, setIsBusy] = useState(false);
  const [answered, setAnswered] = useState<{ form: HTMLFormElement }>();
  const changed = differingFields(stored, typed);
  const fields = { ...stored, ...changed };

  useEffect(() => answered?.form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), [answered]);

  function write(changes: Partial<Fields>): void {
    setErrors({});
    setTyped((before) => differingFields(stored, { ...before, ...changes }));
  }

  /** Returns the props of a `<SelectField>` */
  const choice = (name: NameOf<Fields, string>) => ({
    value: fields[name] as string,
    error: errors[name],
    onChange: (event: { target: { value: string } }) =>
      write({ [name]: event.target.value } as Partial<Fields>),
  });

  async function send(form: HTMLFormElement): Promise<void> {
    const texts = isInPage ? Object.fromEntries(new FormData(form)) : {};
    const sent = toSent({ ...fields, ...texts }, changed);
    const found = schemaErrors(schema, sent);
    for (const [name, error] of Object.entries(check?.(sent, form) ?? {})) if (error) found[name] = error;
    setErrors(found);
    if (Object.keys(found).length > 0) return onInvalid?.(found);
    setIsBusy(true);
    try {
      if (await save(sent, setErrors)) setTyped((now) => differingFields(fields, now));
    } finally {
      setIsBusy(false);
    }
  }

  return {
    fields,
    changed,
    errors,
    isBusy,
    write,
    /** Returns the props of an `<InputField>` without autofill. */
    field: (name: NameOf<Fields, string>) => ({
      ...(isInPage ? { name: name as string, error: errors[name] } : choice(name)),
      readOnly: isBusy,
      autoComplete: 'off',
    }),
    choice,
    /** Returns the props of a `<CheckboxField>` */
    toggle: (name: NameOf<Fields, boolean>) => ({
      checked: fields[name] as boolean,
      onChange: (isOn: boolean) => write({ [name]: isOn } as Partial<Fields>),
    }),
    async onSubmit(event: SubmitEvent<HTMLFormElement>) {
      event.preventDefault();
      // React would pass it on to a surrounding form, for example from a dialog.
      event.stopPropagation();
      const form = event.currentTarget;
      if (!isBusy) await send(form);
      // The focus moves once the errors are rendered, which may take longer than a frame after a call.
      setAnswered({ form });
    },
  };
}

/** Sends only the changed fields, as `toSent`: another session may have changed the others. */
export const onlyChanged = <Fields>(_: Fields, changed: Partial<Fields>) => changed;

function schemaErrors(schema: z.ZodType | undefined, sent: unknown): FormErrors {
  const errors: FormErrors = {};
  for (const { path, message } of schema?.safeParse(sent).error?.issues ?? []) {
    errors[path.join('.')] ??= message;
  }
  return errors;
}

function differingFields<Fields extends object>(
  known: Partial<Fields>,
  fields: Partial<Fields>,
): Partial<Fields> {
  const isOther = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(known[name as keyof Fields]);
  return Object.fromEntries(Object.entries(fields).filter(isOther)) as Partial<Fields>;
}

const never = () => () => {};

/** Returns false on the server and before hydration, then true. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
