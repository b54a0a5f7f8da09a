import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { errorMessage } from '../../../../db/files.ts';
import { isEmail } from '../../../shared/email/email-address.ts';
import { decodePercent } from '../../../shared/text.ts';
import { parseConfig, parseSettings } from '../../base/config/config.ts';
import { environment } from '../../base/config/environment.ts';
import type { Finding } from '../../ops/doctor/finding.ts';
import type { Values } from './settings-file.ts';
import { askUntilValid, isSure, type Terminal } from './terminal.ts';

/** What `install` was given in its arguments. */
type GivenSettings = {
  [option in 'domain' | 'time-zone' | 'mail-from' | 'smtp-url-file']?: string | undefined;
};

interface Asking {
  /** What is set already. */
  present: Values;
  given: GivenSettings;
  /** Null with `--yes`: nothing is asked. */
  terminal: Terminal | null;
  machineTimeZone: string;
  /** What was answered in an installation that did not come to its end. */
  kept: Values;
  keep(values: Values): void;
  say(line: string): void;
  tryMail(url: string): Promise<Finding>;
}

/**
 * Asks for the settings of a new shop. Those of a shop that has an address are the admin's: a default added later could
 * change how it works.
 * @returns the settings that are missing, as they were given or answered @throws for a given one that is wrong
 */
export async function askSettings(asking: Asking): Promise<Values> {
  const { present, given, say } = asking;
  if ('PUBLIC_URL' in present) {
    if (Object.keys(given).length > 0) {
      const names = Object.keys(given).join(', --');
      say(`Not used: --${names}. The shop has its settings already; change them in the settings file.`);
    }
    return {};
  }
  const values: Values = {};
  const take = (more: Values) => {
    Object.assign(values, more);
    if (asking.terminal !== null) asking.keep({ ...asking.kept, ...values });
  };
  const isMissing = (...names: string[]) => !names.some((name) => name in present);
  take(await askAddress(asking));
  if (isMissing('TRUSTED_PROXY_HOPS')) take({ TRUSTED_PROXY_HOPS: '1' });
  if (isMissing('BUSINESS_TIMEZONE')) take(await askTimeZone(asking));
  if (isMissing('MAIL_FROM')) take(await askSender(asking, values.PUBLIC_URL ?? ''));
  const sender = addressOf(values.MAIL_FROM ?? present.MAIL_FROM ?? '');
  const isContact = isEmail(sender) && environment.shape.CONTACT_EMAIL.safeParse(sender).success;
  if (isMissing('CONTACT_EMAIL') && isContact) take({ CONTACT_EMAIL: sender });
  if (isMissing('SMTP_URL', 'SMTP_URL_FILE')) take(await askMailServer(asking, sender));
  const stripe = ['STRIPE_MODE', 'STRIPE_SECRET_KEY', 'STRIPE_SECRET_KEY_FILE'];
  if (isMissing(...stripe)) take({ STRIPE_MODE: 'sandbox' });
  return values;
}

async function askAddress({ given, terminal, kept }: Asking): Promise<Values> {
  const toValues = (typed: string) => ({ PUBLIC_URL: originOf(typed) });
  if (given.domain !== undefined) return checked(toValues(given.domain));
  if (terminal === null) throw new Error('Say which address the shop will have: --domain tarot.example.com');
  return askFor(terminal, "The shop's address, such as tarot.example.com", kept.PUBLIC_URL ?? '', toValues);
}

/** @returns the https origin of a name that was typed with or without what belongs around it */
function originOf(typed: string): string {
  const name = typed
    .trim()
    .replace(/^https:\/\//, '')
    .replace(/\/$/, '');
  const { hostname = '', port = '' } = URL.canParse(`https://${name}`) ? new URL(`https://${name}`) : {};
  const isName = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(hostname) && isIP(hostname) === 0;
  if (!isName || !/^[^/?#@]+$/.test(name)) {
    throw new Error(`“${typed.trim()}” is not the name of a machine. It looks like tarot.example.com.`);
  }
  return `https://${hostname}${port === '' ? '' : `:${port}`}`;
}

async function askTimeZone({ given, terminal, machineTimeZone, kept }: Asking): Promise<Values> {
  const toValues = (typed: string) => ({ BUSINESS_TIMEZONE: typed });
  if (given['time-zone'] !== undefined) return checked(toValues(given['time-zone']));
  if (terminal === null) return checked(toValues(machineTimeZone));
  const proposal = kept.BUSINESS_TIMEZONE ?? machineTimeZone;
  return askFor(terminal, 'The time zone of the business, such as Europe/Berlin', proposal, toValues);
}

async function askSender({ given, terminal, kept }: Asking, publicUrl: string): Promise<Values> {
  if (given['mail-from'] !== undefined) return checked({ MAIL_FROM: given['mail-from'] });
  if (terminal === null) return {};
  const { hostname } = new URL(publicUrl);
  const name = await askLine(terminal, 'The name of the business, such as Tarot at Work', kept.SITE_NAME);
  const proposal = addressOf(kept.MAIL_FROM ?? `hello@${hostname}`);
  return askFor(terminal, 'The address that mails come from', proposal, (typed): Values => {
    if (!isEmail(typed)) throw new Error(`“${typed}” is not a mail address.`);
    if (name === '') return { MAIL_FROM: typed };
    return { SITE_NAME: name, MAIL_FROM: `${displayName(name)} <${typed}>` };
  });
}

function displayName(name: string): string {
  return /[",<>@;:()[\]\\]/.test(name) ? `"${name.replaceAll(/["\\]/g, '\\$&')}"` : name;
}

function addressOf(sender: string): string {
  return /<([^<>]*)>$/.exec(sender)?.[1] ?? sender;
}

async function askMailServer(
  { given, terminal, kept, say, tryMail }: Asking,
  sender: string,
): Promise<Values> {
  if (given['smtp-url-file'] !== undefined) {
    const url = readFileSync(given['smtp-url-file'], 'utf8').trim();
    if (url === '') throw new Error(`${given['smtp-url-file']} is empty.`);
    const values = checked({ SMTP_URL: url });
    sayFinding(await tryMail(url), say);
    return values;
  }
  if (terminal === null) return {};
  let last = readSmtpUrl(kept.SMTP_URL);
  for (;;) {
    const later = last.host ? '-' : 'Enter';
    const question = `The mail server, such as mail.example.com (${later}: later)`;
    const host = await askLine(terminal, question, last.host);
    if (['', '-'].includes(host)) return {};
    const port = await askLine(terminal, 'Its port, 465 or 587', last.port || '465');
    const user = await askLine(terminal, 'The user', last.user || sender);
    const password = await terminal.askHidden('The password (it is not shown): ');
    last = { host, port, user };
    try {
      const SMTP_URL = composeSmtpUrl({ ...last, password });
      checked({ SMTP_URL });
      const finding = await tryMail(SMTP_URL);
      sayFinding(finding, say);
      if (finding.state !== 'error' || (await isSure(terminal, 'Keep it all the same?'))) return { SMTP_URL };
    } catch (error) {
      say(errorMessage(error));
    }
  }
}

function sayFinding({ found, advice }: Finding, say: (line: string) => void): void {
  say(`Tried: ${found}${advice === null ? '' : ` ${advice}`}`);
}

function readSmtpUrl(url = '') {
  const { hostname, port, username } = URL.canParse(url) ? new URL(url) : {};
  return { host: hostname ?? '', port: port ?? '', user: decodePercent(username ?? '') ?? '' };
}

export function composeSmtpUrl(server: { host: string; port: string; user: string; password: string }) {
  const { host, port, user, password } = server;
  const scheme = port === '465' ? 'smtps' : 'smtp';
  return `${scheme}://${encode(user)}:${encode(password)}@${host}:${port}`;
}

function encode(text: string): string {
  return encodeURIComponent(text).replaceAll("'", '%27');
}

/** @param proposal what Enter alone answers; empty for none */
async function askLine({ ask }: Terminal, question: string, proposal = ''): Promise<string> {
  return (await ask(`${question}${proposal === '' ? '' : ` [${proposal}]`}: `)).trim() || proposal;
}

/** @param proposal as of `askLine` */
function askFor(
  terminal: Terminal,
  question: string,
  proposal: string,
  toValues: (typed: string) => Values,
): Promise<Values> {
  const asked = proposal === '' ? question : `${question} [${proposal}]`;
  return askUntilValid(terminal, asked, (answer) => checked(toValues(answer || proposal)));
}

/** @throws in the words of the service, which would refuse these settings of a file, or of units, at its start */
export function requireValid(settings: Values, file: string): void {
  // Only systemd knows what its %d and %S are, and only the service may read its secret files.
  const known = Object.entries(settings).filter(([, value]) => !/%[a-zA-Z]/.test(value));
  const isWhole =
    known.length === Object.keys(settings).length && !known.some(([name]) => name.endsWith('_FILE'));
  try {
    (isWhole ? parseConfig : parseSettings)({ ...Object.fromEntries(known), NODE_ENV: 'production' });
  } catch (error) {
    throw new Error(`The service would not start: ${errorMessage(error)} Change it in ${file}.`);
  }
}

/** @throws in the words of the service, which would refuse the value at its start */
function checked(values: Values): Values {
  if (Object.values(values).some((value) => /[\r\n]/.test(value))) {
    throw new Error(`${Object.keys(values).join(', ')} must be one line.`);
  }
  const others = { PUBLIC_URL: 'https://tarot.example.com', MAIL_FROM: 'hello@tarot.example.com' };
  const needed = { NODE_ENV: 'production', TRUSTED_PROXY_HOPS: '1', STRIPE_MODE: 'sandbox' };
  parseConfig({ ...others, ...needed, ...values });
  return values;
}
