import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { errorMessage } from '../../../../db/files.ts';
import { parseSettings } from '../../base/config/config.ts';
import { environment } from '../../base/config/environment.ts';
import type { Finding } from '../../ops/doctor/finding.ts';
import type { Values } from './settings-file.ts';
import { askHidden, askUntilValid, isSure, type Terminal } from './terminal.ts';

interface Asking {
  /** The settings already in the file. */
  present: Values;
  /** The options of `install`. */
  given: { [option in 'domain' | 'time-zone' | 'mail-from' | 'smtp-url-file']?: string | undefined };
  /** Null with `--yes`: nothing is asked. */
  terminal: Terminal | null;
  machineTimeZone: string;
  say(line: string): void;
  tryMail(url: string): Promise<Finding>;
}

/**
 * Asks for a new shop's settings that neither options nor file have, tries its mail server, and returns those the file
 * lacks. Returns {} for a shop with an address: its settings are the admin's, and a new default could change its work.
 * @throws {Error} for a wrong option
 */
export async function askSettings(asking: Asking): Promise<Values> {
  const { present, given, terminal, machineTimeZone, say } = asking;
  if (present.PUBLIC_URL) {
    if (Object.keys(given).length > 0) {
      const names = Object.keys(given).join(', --');
      say(`Not used: --${names}. The shop has its settings already; change them in the settings file.`);
    }
    return {};
  }
  const isMissing = (...names: string[]) => !names.some((name) => present[name]);
  if (given.domain === undefined && terminal === null)
    throw new Error('The address of the shop is missing: --domain tarot.example.com');
  const address = "The shop's address, such as tarot.example.com";
  const values = await ask(terminal, given.domain, address, '', (typed) => ({ PUBLIC_URL: originOf(typed) }));
  if (isMissing('TRUSTED_PROXY_HOPS')) values.TRUSTED_PROXY_HOPS = '1';
  if (isMissing('BUSINESS_TIMEZONE')) {
    const question = 'The time zone of the business, such as Europe/Berlin';
    const read = (typed: string) => ({ BUSINESS_TIMEZONE: typed });
    Object.assign(values, await ask(terminal, given['time-zone'], question, machineTimeZone, read));
  }
  if (isMissing('MAIL_FROM')) Object.assign(values, await askSender(asking, values.PUBLIC_URL ?? ''));
  const from = values.MAIL_FROM ?? present.MAIL_FROM ?? '';
  const sender = /<([^<>]*)>$/.exec(from)?.[1] ?? from;
  const isContact = environment.shape.CONTACT_EMAIL.safeParse(sender).success;
  if (isMissing('CONTACT_EMAIL') && isContact) values.CONTACT_EMAIL = sender;
  if (isMissing('SMTP_URL', 'SMTP_URL_FILE')) Object.assign(values, await askMailServer(asking, sender));
  if (isMissing('STRIPE_MODE', 'STRIPE_SECRET_KEY', 'STRIPE_SECRET_KEY_FILE')) values.STRIPE_MODE = 'sandbox';
  return values;
}

/** Returns the option's value, or asks until the answer is valid; without a terminal returns the proposal. */
async function ask(
  terminal: Terminal | null,
  given: string | undefined,
  question: string,
  proposal: string,
  toValues: (typed: string) => Values,
): Promise<Values> {
  if (given !== undefined || terminal === null) return checked(toValues(given ?? proposal));
  return askUntilValid(terminal, question, (typed) => checked(toValues(typed)), proposal);
}

/** Returns the https origin of a host name, typed with or without `https://` and a trailing slash. */
function originOf(typed: string): string {
  const name = typed.trim().replace(/^https:\/\/|\/$/g, '');
  const { hostname = '', host } = URL.parse(`https://${name}`) ?? {};
  const isName = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(hostname) && isIP(hostname) === 0;
  if (isName && /^[^/?#@]+$/.test(name)) return `https://${host}`;
  throw new Error(`“${typed.trim()}” is not a domain name. It should look like tarot.example.com.`);
}

async function askSender({ given, terminal }: Asking, publicUrl: string): Promise<Values> {
  if (given['mail-from'] !== undefined) return checked({ MAIL_FROM: given['mail-from'] });
  if (terminal === null) return {};
  const name = await askUntilValid(terminal, 'The name of the business, such as Tarot at Work', String);
  const shown = /[",<>@;:()[\]\\]/.test(name) ? `"${name.replaceAll(/["\\]/g, '\\$&')}"` : name;
  const proposal = `hello@${new URL(publicUrl).hostname}`;
  return ask(terminal, undefined, 'The address that emails come from', proposal, (typed): Values => {
    return name === '' ? { MAIL_FROM: typed } : { SITE_NAME: name, MAIL_FROM: `${shown} <${typed}>` };
  });
}

async function askMailServer({ given, terminal, say, tryMail }: Asking, sender: string): Promise<Values> {
  const sayFinding = ({ found, advice }: Finding) =>
    say(`Tried: ${found}${advice === null ? '' : ` ${advice}`}`);
  const file = given['smtp-url-file'];
  if (file !== undefined) {
    const values = checked({ SMTP_URL: readFileSync(file, 'utf8').trim() });
    if (!/^.+$/.test(values.SMTP_URL)) throw new Error(`${file} must have one line, the SMTP_URL.`);
    sayFinding(await tryMail(values.SMTP_URL));
    return values;
  }
  if (terminal === null) return {};
  let [host, port, user] = ['', '465', sender];
  const askPart = (question: string, proposal: string) => askUntilValid(terminal, question, String, proposal);
  for (;;) {
    host = await askPart(
      `The mail server, such as mail.example.com (${host ? 'type -' : 'press Enter'} to skip)`,
      host,
    );
    if (['', '-'].includes(host)) return {};
    port = await askPart('Its port, 465 or 587', port);
    user = await askPart('The username', user);
    const password = await askHidden(terminal, 'The password (it is not shown): ');
    const [name, secret] = [user, password].map((part) => encodeURIComponent(part).replaceAll("'", '%27'));
    try {
      const values = checked({
        SMTP_URL: `${port === '465' ? 'smtps' : 'smtp'}://${name}:${secret}@${host}:${port}`,
      });
      const finding = await tryMail(values.SMTP_URL);
      sayFinding(finding);
      if (finding.state !== 'error' || (await isSure(terminal, 'Keep it anyway?'))) return values;
    } catch (error) {
      say(errorMessage(error));
    }
  }
}

/** Checks each of a file's settings alone. @throws {Error} with the service's message if it would not start with one */
export function requireValid(settings: Values, file: string): void {
  try {
    checked(settings);
  } catch (error) {
    throw new Error(`The service would not start: ${errorMessage(error)} Change it in ${file}.`);
  }
}

/** Checks each setting alone, since units may set others. @throws {Error} with the service's message for a bad one */
function checked<Checked extends Values>(values: Checked): Checked {
  parseSettings(values);
  return values;
}
