import { days } from '../../../shared/durations.ts';
import { isLoopback, localOrigin } from '../../base/config/addresses.ts';
import type { Config } from '../../base/config/config.ts';
import { codeOf } from '../../base/errors.ts';
import { combine, error, type Finding, ok, spanText, warning } from './finding.ts';
import { type Ask, type LookAtCertificate, type ProbeResult, probe, whyUnanswered } from './network.ts';

export async function checkAddress(
  config: Config,
  serviceId: string,
  { ask, lookAtCertificate }: { ask: Ask; lookAtCertificate: LookAtCertificate },
  now: number,
): Promise<Finding> {
  const [atHome, publicly, certificate] = await Promise.all([
    probe(localOrigin(config), serviceId, ask, now),
    probe(config.publicUrl, serviceId, ask, now),
    checkCertificate(config.publicUrl, lookAtCertificate, now),
  ]);
  return combine(
    await checkService(localOrigin(config), atHome, ask),
    checkPublicUrl(config, publicly, atHome.by === 'service'),
    publicly.by === 'service' ? checkProxies(config, publicly) : null,
    publicly.by === 'none' ? null : certificate,
  );
}

export async function checkService(origin: string, reached: ProbeResult, ask: Ask): Promise<Finding> {
  if (reached.by === 'none') {
    return warning(
      `Nothing answers at ${origin} (${reached.code}).`,
      'Start the service. If it runs, doctor does not have its settings: HOST and PORT differ.',
    );
  }
  if (reached.by === 'other') {
    return error(
      `Something answers at ${origin}, and it is not this version of the service with this database.`,
      'Give doctor the settings of the service; start the service again after an update; or free the port of another program.',
    );
  }
  try {
    const { text } = await ask(`${origin}/readyz`);
    const { status, problems } = JSON.parse(text) as { status: string; problems: string[] };
    if (status === 'ok') return ok(`It runs at ${origin} and is ready.`);
    return error(
      `It runs at ${origin}, and is ${status}: ${problems.join(', ')}.`,
      "Look at the other lines here, at the alerts in the admin's dashboard and at the log.",
    );
  } catch (cause) {
    return error(
      `It runs at ${origin} and does not say how it is (${codeOf(cause)}).`,
      'Look at its log, and start it again.',
    );
  }
}

const nothingBehind = [502, 503, 504];

/** Null when only the service would have to be started. */
export function checkPublicUrl(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  reached: ProbeResult,
  isRunning: boolean,
): Finding | null {
  const url = new URL(publicUrl);
  if (reached.by === 'service') {
    const where = isLoopback(url)
      ? 'only this machine can see it'
      : 'asked from this machine, by its public name';
    return ok(`${publicUrl} leads to this service (${where}).`);
  }
  if (reached.by === 'none') {
    if (!isRunning && isLoopback(url)) return null;
    const { why, advice } = whyUnanswered(reached.code, url.host);
    return error(`${publicUrl} does not answer: ${why}.`, advice);
  }
  const { status, location } = reached;
  if (location !== null && status >= 300 && status < 400) {
    return error(
      `${publicUrl} sends visitors on to ${originOf(location, publicUrl)}.`,
      'Let PUBLIC_URL be the address at which visitors end up, with https and with or without www as there.',
    );
  }
  if (status === 401 || status === 403) {
    return error(
      `${publicUrl} does not let everybody in (${status}).`,
      'Remove the password or the rule in the proxy: customers and Stripe come without one.',
    );
  }
  if (!isRunning) return null;
  if (nothingBehind.includes(status)) {
    return error(
      `The proxy at ${publicUrl} does not reach the service (${status}).`,
      'Let it pass everything on to HOST and PORT of the service; its error log says what it tried.',
    );
  }
  return error(
    `Something else answers at ${publicUrl} (${status}), or a service with another database.`,
    'Let the name lead to this machine, and the proxy pass all paths on, with their query, to this service.',
  );
}

export function checkProxies(
  { publicUrl, trustedProxyHops: trusted }: Pick<Config, 'publicUrl' | 'trustedProxyHops'>,
  { arrival: { hops, protocol } }: Extract<ProbeResult, { by: 'service' }>,
): Finding {
  const seen = `${hops} ${hops === 1 ? 'proxy has' : 'proxies have'} added to X-Forwarded-For`;
  if (hops < trusted) {
    return error(
      `${seen}, and TRUSTED_PROXY_HOPS is ${trusted}: visitors can say they are anybody, or count as one.`,
      hops === 0
        ? 'Have each proxy add the address it sees (nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;), or correct the number. Only if this machine reaches itself past a proxy that visitors pass, all is well.'
        : `Have each proxy add the address it sees, or set TRUSTED_PROXY_HOPS=${hops}. Only if this machine reaches itself past a proxy that visitors pass, all is well.`,
    );
  }
  if (hops > trusted) {
    return error(
      `${seen}, and TRUSTED_PROXY_HOPS is ${trusted}: many visitors count as one.`,
      `Set TRUSTED_PROXY_HOPS=${hops} and start the service again.`,
    );
  }
  if (protocol !== null && `${protocol}:` !== new URL(publicUrl).protocol) {
    return warning(
      `${seen}, as TRUSTED_PROXY_HOPS says. They say that visitors come by ${protocol}, and PUBLIC_URL says otherwise.`,
      'Let the outermost proxy speak https with visitors, and each pass X-Forwarded-Proto on.',
    );
  }
  return ok(
    hops === 0 ? 'There is no proxy, as TRUSTED_PROXY_HOPS says.' : `${seen}, as TRUSTED_PROXY_HOPS says.`,
  );
}

/** The usual programs renew a certificate a month before its end. */
const leastCertificateLife = days(14);

/** Null for http. */
export async function checkCertificate(
  publicUrl: string,
  look: LookAtCertificate,
  now: number,
): Promise<Finding | null> {
  const { protocol, hostname, host, port } = new URL(publicUrl);
  if (protocol !== 'https:') return null;
  let certificate: Awaited<ReturnType<LookAtCertificate>>;
  try {
    certificate = await look(hostname.replace(/^\[|\]$/g, ''), Number(port || 443));
  } catch (cause) {
    const { why, advice } = whyUnanswered(codeOf(cause), host);
    return error(`No certificate is to be seen: ${why}.`, advice);
  }
  const { validFrom, validTo, distrust, isForName } = certificate;
  if (validTo <= now) {
    return error(
      `The certificate has expired ${spanText(now - validTo)} ago.`,
      'Renew it, and have the proxy read it again. What should have renewed it has a log.',
    );
  }
  if (validFrom > now) {
    return error(
      `The certificate is valid only in ${spanText(validFrom - now)}.`,
      'Correct the clock of this machine, or of the one that made the certificate.',
    );
  }
  if (!isForName) {
    return error(
      `The certificate is for other names than ${hostname}.`,
      `Get one for ${hostname}, and have the proxy show it for that name.`,
    );
  }
  if (distrust !== null) return describeDistrust(distrust);
  const left = validTo - now;
  const found = `The certificate is valid for another ${spanText(left)}.`;
  if (left >= leastCertificateLife) return ok(found);
  return warning(
    found,
    'It should have been renewed by now. Look at what renews it (certbot renew, the log of Caddy), and at the way from outside to port 80.',
  );
}

function describeDistrust(distrust: string): Finding {
  if (/SELF_SIGNED/.test(distrust)) {
    return error(
      'The certificate was signed by itself or by an authority of your own: browsers warn, and Stripe sends no webhooks.',
      "Get one from a public authority, such as Let's Encrypt: Caddy does it by itself, certbot for nginx. For an authority of your own set NODE_EXTRA_CA_CERTS.",
    );
  }
  if (/UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT)/.test(distrust)) {
    return error(
      'The proxy shows the certificate without the one that signed it: some browsers and Stripe do not trust it.',
      'Have the proxy show the whole chain: for nginx ssl_certificate is fullchain.pem, not cert.pem.',
    );
  }
  return error(`The certificate is not trusted (${distrust}).`, 'Get another one from a public authority.');
}

function originOf(location: string, base: string): string {
  return URL.canParse(location, base) ? new URL(location, base).origin : 'another address';
}
