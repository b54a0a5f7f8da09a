import { expect } from 'vitest';
import { users } from '../../db/schema.ts';
import { openSetUp, readSetUp } from '../../src/server/app/set-up/set-up.ts';
import { type SetUpPage, setUpKeyIn } from '../../src/shared/shop/set-up-schema.ts';
import { createTestApp, type TestApp, type TestAppOptions } from './test-app.ts';

export const account = {
  username: 'Ada',
  email: 'ada@quiet.example',
  password: 'the wheel turns',
  confirmPassword: 'the wheel turns',
};

export const reader = { choice: 'add', username: 'Rita', email: 'rita@quiet.example' };
export const business = {
  siteName: 'Quiet Cards',
  contactEmail: 'hello@quiet.example',
  billingDescriptor: 'QUIET CARDS',
};

/** Creates a service without accounts, and a browser that uses its set-up key. */
export async function start(options: TestAppOptions = {}) {
  const app = createTestApp(options);
  const key = keyIn(await openSetUp(app.context));
  return { app, key, ...browserOf(app, key) };
}

/** Returns the set-up key in an address, and fails without one. */
export function keyIn(address: string | null): string {
  const key = setUpKeyIn(address?.split('/set-up/')[1] ?? '');
  expect(key).not.toBe('');
  return key;
}

/** Returns a browser that sends the forms of the set-up page and reads the page. */
export function browserOf(app: TestApp, key: string, headers: Record<string, string> = {}) {
  const browser = app.visitor({ 'content-type': 'application/x-www-form-urlencoded', ...headers });
  const send = (step: string, form: Record<string, string> = {}) =>
    browser.post<{ error?: { code: string } }>(
      `/api/set-up/${key}/${step}`,
      new URLSearchParams(form).toString(),
    );
  /** What the page shows in this browser. */
  const page = async (): Promise<SetUpPage | null> => {
    const { status, body } = await browser.get<{ username: string }>('/api/auth/user');
    const user = status === 200 ? app.db.select().from(users).all() : [];
    return readSetUp(app.context, key, user.find(({ username }) => username === body.username)?.id ?? null);
  };
  return { browser, send, page };
}

export const peopleOf = ({ db }: TestApp) => db.select().from(users).all();
