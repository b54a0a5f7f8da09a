import { type Browser as ApiBrowser, expectOk, openBrowser } from '../../faults/running-service/browser.ts';
import { type Account, type Person, people } from './steps.ts';

const accountOf = (who: Person | Account): Account =>
  typeof who === 'string'
    ? { username: who, password: people[who] }
    : { username: who.username, password: who.password };

/** By address, name and place: those on a screen are not those of a colleague elsewhere. */
const sessions = new Map<string, ApiBrowser>();

/** @returns a session that the stories of this worker share: they sign in once, as long as none of them signs out */
export async function sessionOf(
  url: string,
  who: Person | Account,
  place: 'here' | 'elsewhere' = 'elsewhere',
): Promise<ApiBrowser> {
  const account = accountOf(who);
  const key = `${url} ${account.username} ${place}`;
  const known = sessions.get(key);
  if (known && (await known.call('GET', '/api/auth/user')).status === 200) return known;
  const browser = openBrowser(url);
  await expectOk(browser.call('POST', '/api/login', account));
  sessions.set(key, browser);
  return browser;
}
