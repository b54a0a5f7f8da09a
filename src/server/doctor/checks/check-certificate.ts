import { days } from '../../../shared/durations.ts';
import { codeOf } from '../../basics/errors.ts';
import { whyUnanswered } from './ask.ts';
import type { Certificate, LookAtCertificate } from './certificate.ts';
import { type Finding, failed, ok, skipped, spanText, warning } from './finding.ts';

/** A certificate that is renewed a month before its end, as the usual programs do, never has less. */
const renewed = days(14);

/** Checks whether browsers and Stripe trust the certificate at the public address, and until when. */
export async function checkCertificate(
  publicUrl: string,
  look: LookAtCertificate,
  now: number,
): Promise<Finding> {
  const { protocol, hostname, host, port } = new URL(publicUrl);
  if (protocol !== 'https:')
    return skipped("PUBLIC_URL is plain http, as it may be on a machine of one's own.");
  let certificate: Certificate;
  try {
    certificate = await look(hostname.replace(/^\[|\]$/g, ''), Number(port || 443));
  } catch (error) {
    const { why, advice } = whyUnanswered(codeOf(error), host);
    return failed(`There is none to be seen: ${why}.`, advice);
  }
  const { validFrom, validTo, distrust, isForName } = certificate;
  if (validTo <= now) {
    return failed(
      `It has expired ${spanText(now - validTo)} ago.`,
      'Renew it, and have the proxy read it again. What should have renewed it has a log.',
    );
  }
  if (validFrom > now) {
    return failed(
      `It is valid only in ${spanText(validFrom - now)}.`,
      'Correct the clock of this machine, or of the one that made the certificate.',
    );
  }
  if (!isForName) {
    return failed(
      `It is for other names than ${hostname}.`,
      `Get one for ${hostname}, and have the proxy show it for that name.`,
    );
  }
  if (distrust !== null) return aboutDistrust(distrust);
  const left = validTo - now;
  const found = `It is valid for another ${spanText(left)}.`;
  if (left < renewed) {
    return warning(
      found,
      'It should have been renewed by now. Look at what renews it (certbot renew, the log of Caddy), and at the way from outside to port 80.',
    );
  }
  return ok(found);
}

function aboutDistrust(distrust: string): Finding {
  if (/SELF_SIGNED/.test(distrust)) {
    return failed(
      'It was signed by itself or by an authority of your own: browsers warn, and Stripe sends no webhooks.',
      "Get one from a public authority, such as Let's Encrypt: Caddy does it by itself, certbot for nginx. For an authority of your own set NODE_EXTRA_CA_CERTS.",
    );
  }
  if (/UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT)/.test(distrust)) {
    return failed(
      'The proxy shows it without the one that signed it: some browsers and Stripe do not trust it.',
      'Have the proxy show the whole chain: for nginx ssl_certificate is fullchain.pem, not cert.pem.',
    );
  }
  return failed(`It is not trusted (${distrust}).`, 'Get another one from a public authority.');
}
