import type { MailFault } from '../context/mailer.ts';

/** @returns what to do about a fault in our own settings, in sentences */
export function adviseOnMail(fault: MailFault): string {
  switch (fault) {
    case 'unset':
      return 'Put the mail server into SMTP_URL and the sender into MAIL_FROM.';
    case 'name':
      return 'Correct the host in SMTP_URL.';
    case 'certificate':
      return 'Use the name in SMTP_URL that stands in the certificate. For an authority of your own set NODE_EXTRA_CA_CERTS to its file.';
    case 'tls':
      return 'Use smtps:// and port 465, or smtp:// and port 587; docs/settings.md says what to do with a server that cannot.';
    case 'sign_in':
      return 'Correct them in SMTP_URL, with @ written as %40, : as %3A, / as %2F, # as %23, ? as %3F, % as %25. Some providers want a password for programs only.';
    case 'relay':
      return 'Put the name and the password of an account there into SMTP_URL, or have the server pass on what comes from this machine.';
    case 'sender':
      return 'MAIL_FROM has to be an address that the account in SMTP_URL may use.';
  }
}
