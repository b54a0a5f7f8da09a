import { type Finding, failed, ok, skipped, warning } from './finding.ts';
import { countLookups, isSpf, mostLookups, type ResolveTxt, textsOf } from './mail-records.ts';

const nobodyAnswers = (name: string): Finding =>
  warning(
    `No name server answered for ${name}.`,
    'Look at /etc/resolv.conf: this machine cannot look up names.',
  );

/** Checks whether the domain of MAIL_FROM says which machines send its mail. */
export async function checkSpf(domain: string, resolveTxt: ResolveTxt): Promise<Finding> {
  const texts = await textsOf(domain, resolveTxt);
  if (texts === null) return nobodyAnswers(domain);
  const records = texts.filter(isSpf);
  const [record] = records;
  if (record === undefined) {
    return failed(
      `${domain} has no SPF record: many receivers take mail from it for spam.`,
      `Make a TXT record at ${domain}, as your mail provider says, such as “v=spf1 include:… -all”.`,
    );
  }
  if (records.length > 1) {
    return failed(
      `${domain} has ${records.length} SPF records, so that none of them counts.`,
      'Make one of them, with everything that stands in either.',
    );
  }
  if (/\s[+]?all(\s|$)/i.test(record)) {
    return failed(
      `The SPF record of ${domain} lets everybody send in its name.`,
      'Let it end with -all or ~all instead of +all.',
    );
  }
  const lookups = await countLookups(record, resolveTxt);
  if (lookups > mostLookups) {
    return failed(
      `The SPF record of ${domain} costs more than ${mostLookups} lookups, so that it does not count.`,
      'Remove what it includes of services that send no mail of yours any more.',
    );
  }
  if (!/\s([-~]all|redirect=\S+)(\s|$)/i.test(record)) {
    return warning(
      `The SPF record of ${domain} says nothing about all other machines.`,
      'Let it end with -all or ~all.',
    );
  }
  return ok(`${domain} has one: ${shortened(record)}`);
}

/** Common names that mail providers give their keys: DNS cannot list them all. */
const usualSelectors = [
  ...['default', 'mail', 'dkim', 'email', 'key1', 'key2', 's1', 's2', 's1024', 's2048', 'k1', 'k2', 'k3'],
  ...['google', 'selector1', 'selector2', 'fm1', 'fm2', 'fm3', 'mx', 'smtp', 'pm', 'mandrill', 'mailjet'],
  ...['protonmail', 'protonmail2', 'protonmail3', 'zoho', 'zmail', 'pic', 'krs', 'sig1', 'dkim1', 'dkim2'],
  ...['brevo1', 'brevo2', 'ses', 'amazonses', 'resend', 'mxvault', 'everlytickey1', 'titan1', 'uberspace'],
];

/**
 * Checks whether the domain of MAIL_FROM has a key for signatures.
 *
 * @param selectors the mail server's names for its key; the usual names when none is given
 */
export async function checkDkim(
  domain: string,
  selectors: readonly string[],
  resolveTxt: ResolveTxt,
): Promise<Finding> {
  const isTold = selectors.length > 0;
  const names = isTold ? selectors : usualSelectors;
  const answers = await Promise.all(
    names.map(async (selector) => {
      const texts = await textsOf(`${selector}._domainkey.${domain}`, resolveTxt);
      return { selector, texts, record: texts?.find((text) => /(^|;)\s*p=/.test(text)) };
    }),
  );
  if (answers.every(({ texts }) => texts === null)) return nobodyAnswers(`_domainkey.${domain}`);
  const good = answers.filter(({ record }) => record !== undefined && !/(^|;)\s*p=\s*(;|$)/.test(record));
  const list = (some: typeof answers) => some.map(({ selector }) => selector).join(', ');
  if (isTold && good.length < names.length) {
    const bad = answers.filter((answer) => !good.includes(answer));
    return failed(
      `${domain} has no key called ${list(bad)}.`,
      `Make the TXT or CNAME record ${bad[0]?.selector}._domainkey.${domain} as your mail server tells it, or correct --dkim.`,
    );
  }
  if (good.length > 0) return ok(`${domain} has a key: ${list(good)}.`);
  const revoked = answers.filter(({ record }) => record !== undefined);
  if (revoked.length > 0) {
    return failed(
      `The key ${list(revoked)} of ${domain} was taken back.`,
      'Publish the key with which your mail server signs now.',
    );
  }
  return warning(
    `${domain} has no key under a usual name.`,
    'If your mail server signs, say what it calls its key: npm run doctor -- --dkim SELECTOR. If it does not, let it: Gmail and others want it.',
  );
}

/** Checks whether the domain of MAIL_FROM, or its parent domain, has a policy for forged mail. */
export async function checkDmarc(domain: string, resolveTxt: ResolveTxt): Promise<Finding> {
  const labels = domain.split('.');
  const domains = labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
  for (const candidate of domains) {
    const texts = await textsOf(`_dmarc.${candidate}`, resolveTxt);
    if (texts === null) return nobodyAnswers(`_dmarc.${candidate}`);
    const records = texts.filter((text) => /^v=DMARC1\s*(;|$)/i.test(text));
    const [record] = records;
    if (record === undefined) continue;
    if (records.length > 1) {
      return failed(
        `_dmarc.${candidate} has ${records.length} records, so that none of them counts.`,
        'Keep one.',
      );
    }
    const [, policy] = /;\s*p\s*=\s*(none|quarantine|reject)\b/i.exec(record) ?? [];
    if (policy === undefined) {
      return failed(
        `The DMARC record of ${candidate} has no policy, so that it does not count.`,
        'Begin it with “v=DMARC1; p=none”, and with p=quarantine once all mail is signed.',
      );
    }
    return ok(`${candidate} has one, p=${policy}.`);
  }
  return warning(
    `${domain} has no DMARC record: Gmail and Yahoo require one from senders of many mails.`,
    `Make a TXT record at _dmarc.${domain}: “v=DMARC1; p=none”.`,
  );
}

/** @returns whether a domain cannot be looked up in the public DNS */
export function isReserved(domain: string): boolean {
  return /(^|\.)(example|test|invalid|localhost|local|internal)$/i.test(domain) || !domain.includes('.');
}

export const reservedDomain = (domain: string): Finding =>
  skipped(`${domain} is a name for tests or for a network of one's own, and has no records for others.`);

function shortened(record: string): string {
  return record.length > 100 ? `${record.slice(0, 100)}…` : record;
}
