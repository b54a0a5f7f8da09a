import * as z from 'zod';
import { stepNames } from '../step-names.ts';
import { invalidRequest } from './api-errors.ts';

export interface FormGroup {
  [name: string]: string | FormGroup;
}

function pathOf(name: string): string[] {
  const start = name.indexOf('[');
  if (start === -1) return [name];
  const brackets = name.slice(start);
  if (start === 0 || !/^(\[[^[\]]*\])+$/.test(brackets)) {
    throw invalidRequest(`Invalid parameter name: ${name.slice(0, 80)}`);
  }
  return [name.slice(0, start), ...brackets.slice(1, -1).split('][')];
}

/** Without a prototype, so that a field may be called `__proto__` or `constructor`. */
const emptyGroup = (): FormGroup => Object.create(null);

/** Parses `a=1&b[c]=2&d[]=3` into groups; a list becomes a group with the keys 0, 1, 2. */
export function parseStripeForm(text: string): FormGroup {
  const form = emptyGroup();
  let fields = 0;
  for (const [name, value] of new URLSearchParams(text)) {
    fields += 1;
    const path = pathOf(name);
    if (fields > 500 || path.length > 6) throw invalidRequest('Too many parameters.');
    let group = form;
    for (const [depth, step] of path.entries()) {
      const key = step === '' && depth > 0 ? String(Object.keys(group).length) : step;
      if (depth === path.length - 1) {
        if (typeof group[key] === 'object') throw invalidRequest(`Invalid parameter: ${name.slice(0, 80)}`);
        group[key] = value;
      } else {
        const next = group[key] ?? emptyGroup();
        if (typeof next === 'string') throw invalidRequest(`Invalid parameter: ${name.slice(0, 80)}`);
        group[key] = next;
        group = next;
      }
    }
  }
  return form;
}

const group = z.custom<FormGroup>((value) => typeof value === 'object' && value !== null);

const list = (item: z.ZodString, most: number) =>
  z.preprocess(
    (value) => (typeof value === 'object' && value !== null ? Object.values(value) : value),
    z.array(item).max(most),
  );
/** The schema of a form's list: at most 20 texts of 1 to 200 characters; a single text is invalid. */
export const texts = list(z.string().min(1).max(200), 20);

const integer = z
  .string()
  .regex(/^\d{1,12}$/)
  .transform(Number);
const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
const text = (max: number) => z.string().max(max);
const currency = z
  .string()
  .regex(/^[a-z]{3}$/i)
  .transform((value) => value.toLowerCase());
const metadata = z.union([z.literal(''), group]).optional();
const webAddress = z.url({ protocol: /^https?$/ }).max(2000);
const deferred = { mode: z.literal('payment'), amount: integer, currency };
const someMinor = integer.pipe(z.number().min(1)).optional();
/** Accepted from clients of Stripe, without effect here. */
const unused = z.unknown().optional();
const clientSecret = { client_secret: text(200).optional() };

const card = z.strictObject({
  number: text(40),
  exp_month: text(8),
  exp_year: text(8),
  cvc: text(8).optional(),
});
export type CardParams = z.infer<typeof card>;

const billingDetails = z.strictObject({
  address: z.record(text(40), text(500)).optional(),
  email: text(512).optional(),
  name: text(500).optional(),
  phone: text(40).optional(),
});

const noted = {
  metadata,
  description: text(1000).optional(),
  receipt_email: text(512).optional(),
  statement_descriptor_suffix: z
    .string()
    .regex(/^(?=.*[A-Za-z])[^<>\\'"*]{1,22}$/)
    .optional(),
};
const eventTypes = list(z.string().regex(/^(\*|[a-z_.]{3,80})$/), 400);

/** Seconds since 1970. */
const created = z
  .strictObject({
    gt: integer.transform((at) => at + 1).optional(),
    gte: integer.optional(),
    lt: integer.transform((at) => at - 1).optional(),
    lte: integer.optional(),
  })
  .transform(({ gt, lt, gte = gt, lte = lt }) => ({ gte, lte }));

const schemas = {
  nothing: z.strictObject({}),
  retrieve: z.strictObject(clientSecret),
  createIntent: z.strictObject({
    amount: integer,
    currency,
    allowed_payment_method_types: texts.optional(),
    automatic_payment_methods: unused,
    capture_method: z.enum(['automatic', 'automatic_async']).optional(),
    ...noted,
  }),
  updateIntent: z.strictObject({ amount: integer.optional(), currency: currency.optional(), ...noted }),
  confirmIntent: z.strictObject({
    ...clientSecret,
    payment_method: text(80).optional(),
    payment_method_data: z
      .strictObject({
        type: z.literal('card'),
        card,
        // Not a parameter at Stripe, where it is part of the wallet's token.
        wallet: z.enum(['apple_pay', 'google_pay']).optional(),
        billing_details: billingDetails.optional(),
      })
      .optional(),
    return_url: webAddress.optional(),
    use_stripe_sdk: unused,
    client_context: z
      .strictObject({ ...deferred, allowed_payment_method_types: texts.optional() })
      .optional(),
  }),
  elementsSession: z.strictObject({ deferred_intent: z.strictObject(deferred) }),
  authenticateIntent: z.strictObject({ ...clientSecret, outcome: z.enum(['complete', 'fail']) }),
  createRefund: z.strictObject({
    amount: someMinor,
    charge: text(80).optional(),
    payment_intent: text(80).optional(),
    reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
    metadata,
  }),
  cancelIntent: z.strictObject({
    cancellation_reason: z.enum(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  }),
  updateDispute: z.strictObject({
    evidence: z.strictObject({ uncategorized_text: text(20_000) }),
    submit: flag.optional(),
  }),
  createEndpoint: z.strictObject({
    url: webAddress,
    enabled_events: eventTypes,
    description: text(5000).optional(),
    metadata,
    api_version: text(40).optional(),
  }),
  updateEndpoint: z.strictObject({
    url: webAddress.optional(),
    enabled_events: eventTypes.optional(),
    description: text(5000).optional(),
    metadata,
    disabled: flag.optional(),
  }),
  createDomain: z.strictObject({ domain_name: text(300).min(1), enabled: flag.optional() }),
  updateDomain: z.strictObject({ enabled: flag.optional() }),
  step: z.strictObject({ step: z.enum(stepNames), id: text(80).optional(), amount: someMinor }),
  list: z.strictObject({
    limit: integer.pipe(z.number().min(1).max(100)).optional(),
    starting_after: text(80).optional(),
    created: created.optional(),
    charge: text(80).optional(),
    payment_intent: text(80).optional(),
    type: text(80).optional(),
    types: texts.optional(),
    delivery_success: flag.optional(),
    domain_name: text(300).optional(),
  }),
};

export type Schemas = typeof schemas;
export type Params<K extends keyof Schemas> = z.output<Schemas[K]>;

function nameOf(path: readonly PropertyKey[]): string {
  const [first = '', ...rest] = path.map(String);
  return first + rest.map((step) => `[${step}]`).join('');
}

/** Parses a form by a call's schema. @throws {StripeApiError} in Stripe's words for an invalid or unknown parameter */
export function parseParams<K extends keyof Schemas>(kind: K, form: FormGroup): Params<K> {
  const result = schemas[kind].safeParse({ ...form });
  if (result.success) return result.data as Params<K>;
  const issue = result.error.issues[0];
  const path = issue?.path ?? [];
  if (issue?.code === 'unrecognized_keys') {
    const param = nameOf([...path, issue.keys[0] ?? '']).slice(0, 120);
    throw invalidRequest(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
  }
  const param = nameOf(path);
  const value = path.reduce<unknown>((group, step) => (group as FormGroup | undefined)?.[String(step)], form);
  if (value === undefined) {
    throw invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  }
  const isInteger = param === 'amount' || param === 'limit';
  throw invalidRequest(`Invalid value for ${param}.`, {
    ...(isInteger && { code: 'parameter_invalid_integer' }),
    param,
  });
}

/**
 * Returns changed metadata: '' as a value removes its key, '' as `change` all keys (https://docs.stripe.com/metadata).
 * @throws for nested values, and too many or too long ones
 */
export function mergeMetadata(
  current: Record<string, string>,
  change: '' | FormGroup | undefined,
): Record<string, string> {
  if (change === '') return {};
  const merged = new Map(Object.entries(current));
  for (const [key, value] of Object.entries(change ?? {})) {
    if (typeof value !== 'string' || key.length > 40 || value.length > 500) {
      const param = `metadata[${key.slice(0, 60)}]`;
      throw invalidRequest('Metadata values must be text: keys up to 40 characters, values up to 500.', {
        param,
      });
    }
    if (value === '') merged.delete(key);
    else merged.set(key, value);
  }
  if (merged.size > 50) throw invalidRequest('Metadata holds 50 keys.', { param: 'metadata' });
  return Object.fromEntries(merged);
}
