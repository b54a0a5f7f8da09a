/** All calls are POSTs with a form: no secret or card appears in a URL, and there is no preflight. */

const requestTimeoutMs = 30_000;

/** Loaded from Stripe's address, the script calls Stripe's API, which a test can answer. */
const loadedFrom = document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : '';
const apiBase = loadedFrom.startsWith('https://js.stripe.com/')
  ? 'https://api.stripe.com'
  : `${window.location.origin}/sandbox/stripe`;

/** Encodes nested values: { a: { b: 1 } } -> a[b]=1. Leaves out null, undefined and ''. */
export function encodeForm(values) {
  const form = new URLSearchParams();
  const add = (name, value) => {
    if (value === null || value === undefined || value === '') return;
    if (typeof value !== 'object') form.append(name, String(value));
    else for (const [key, inner] of Object.entries(value)) add(`${name}[${key}]`, inner);
  };
  for (const [name, value] of Object.entries(values)) add(name, value);
  return form;
}

/** Posts a form and resolves with `{ paymentIntent }` (whatever the object) or `{ error }`; never rejects. */
export async function callApi(path, values) {
  try {
    const response = await fetch(`${apiBase}/v1/${path}`, {
      method: 'POST',
      body: encodeForm(values),
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(requestTimeoutMs),
    });
    const body = await response.json();
    if (response.ok) return { paymentIntent: body };
    return { error: body.error ?? { type: 'api_error', message: 'Something went wrong. Please try again.' } };
  } catch {
    const message = 'We could not reach the payment service. Check your connection and try again.';
    return { error: { type: 'api_connection_error', message } };
  }
}

/** Returns the intent's id: "pi_123_secret_456" -> "pi_123"; null for any other text. */
export function intentIdOf(clientSecret) {
  return typeof clientSecret === 'string' ? (/^(pi_\w+?)_secret_\w+$/.exec(clientSecret)?.[1] ?? null) : null;
}

/** Fetches the intent of a client secret, or calls one of its actions such as `confirm`; resolves like `callApi`. */
export async function callIntent(key, clientSecret, verb = '', values = {}) {
  const id = intentIdOf(clientSecret);
  if (!id) return { error: { type: 'invalid_request_error', message: 'Invalid value for client secret.' } };
  const path = verb === 'confirm' ? `payment_intents/${id}` : `sandbox/payment_intents/${id}`;
  return callApi(verb ? `${path}/${verb}` : path, { ...values, client_secret: String(clientSecret), key });
}
