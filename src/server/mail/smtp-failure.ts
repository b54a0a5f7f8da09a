import type { MailFault } from '../base/mailer.ts';

export const REFUSED = 'EREFUSED';

interface SmtpFailure {
  message: string;
  code?: string;
  command?: string;
  responseCode?: number;
}

/** Returns an error as it is, typed with the fields of SMTP errors; any other value becomes a message. */
export function toSmtpFailure(error: unknown): SmtpFailure {
  return error instanceof Error ? error : { message: String(error) };
}

const wantSignIn = [530, 535, 538];

/** Matches the replies of Postfix, Sendmail, Exim and Exchange to clients that must sign in first. */
const noRelay =
  /relay access denied|relaying (?:is )?(?:denied|not)|relay not permitted|(?:unable|not (?:permitted|allowed)) to relay/i;

/** Returns whether recipient or message is rejected for good; not for a 5xx about us (login, sender, relaying, 503). */
export function isPermanentRejection({ message, code, command, responseCode = 0 }: SmtpFailure): boolean {
  if (code === REFUSED) return true;
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return false;
  if (responseCode < 500 || responseCode > 599 || responseCode === 503 || wantSignIn.includes(responseCode))
    return false;
  if (noRelay.test(message)) return false;
  const isTooLarge = responseCode === 552;
  return command === 'MAIL FROM' ? isTooLarge : true;
}

type SmtpProblem = Exclude<MailFault, 'unset' | 'sender' | 'relay'> | 'connection' | 'other';

/** Returns the fault of the connection or sign-in; `connection` if the server cannot be reached, `other` if unknown. */
export function problemOf({ message, code }: SmtpFailure): SmtpProblem {
  if (code === 'EDNS') return 'name';
  if (code === 'EAUTH' || code === 'ENOAUTH') return 'sign_in';
  if (/certificate|SELF_SIGNED|CERT_|altname/i.test(message)) return 'certificate';
  // A connection that broke during the TLS handshake says nothing about what the server supports.
  const isBroken = /disconnected before/.test(message);
  if (code === 'ETLS' || (!isBroken && /STARTTLS|SSL|TLS/.test(message))) return 'tls';
  return code === 'ESOCKET' || code === 'ECONNECTION' || code === 'ETIMEDOUT' ? 'connection' : 'other';
}

/** Returns the fault in our settings that stops all mail; null if the failure may pass or concerns this mail alone. */
export function faultOf(failure: SmtpFailure): MailFault | null {
  const { message, code, command, responseCode } = failure;
  if (isPermanentRejection(failure)) return null;
  if (responseCode !== undefined && (responseCode < 500 || responseCode === 503)) return null;
  if (code === 'EENVELOPE' || code === 'EMESSAGE') {
    if (responseCode === undefined) return null;
    if (wantSignIn.includes(responseCode)) return 'sign_in';
    if (noRelay.test(message)) return 'relay';
    return command === 'MAIL FROM' ? 'sender' : null;
  }
  const problem = problemOf(failure);
  return problem === 'connection' || problem === 'other' ? null : problem;
}

export const mailAdvice: Record<MailFault, string> = {
  unset: 'Set SMTP_URL to the mail server and MAIL_FROM to the sender.',
  name: 'Correct the host in SMTP_URL.',
  certificate:
    'In SMTP_URL, use the name that is in the certificate. For your own authority, set NODE_EXTRA_CA_CERTS to its file.',
  tls: 'Use smtps:// and port 465, or smtp:// and port 587; docs/settings.md says what to do if the server offers neither.',
  sign_in:
    'Correct them in SMTP_URL, with @ written as %40, : as %3A, / as %2F, # as %23, ? as %3F, % as %25. Some providers require an app password.',
  relay:
    'Add the username and password of an account there to SMTP_URL, or have the server relay email from this machine.',
  sender: 'Set MAIL_FROM to an address that the account in SMTP_URL may use.',
};

export const mailCauses: Record<MailFault, string> = {
  unset: 'there is no mail server',
  name: 'the host name in SMTP_URL does not exist, or no DNS server answers',
  certificate: "the mail server's certificate is not trusted",
  tls: 'the mail server does not offer the encryption that SMTP_URL asks for',
  sign_in: 'the mail server does not accept the username and password',
  sender: 'the mail server does not accept the sender',
  relay: 'the mail server does not relay our email',
};
