import { days } from '../../../shared/durations.ts';
import { isLoopback, localOrigin } from '../../base/config/addresses.ts';
import type { Config } from '../../base/config/config.ts';
import { codeOf } from '../../base/domain-error.ts';
import { combineFindings, error, type Finding, ok, spanText, warning } from './finding.ts';
import {
  type Ask,
  type FetchCertificate,
  failureOf,
  type ProbeResult,
  probe,
  whyUnanswered,
} from './network.ts';

/** Requests the service on this machine and at its public address, and checks its proxies and certificate. */
export async function checkAddress(
  config: Config,
  serviceId: string,
  { ask, fetchCertificate }: { ask: Ask; fetchCertificate: FetchCertificate },
  now: number,
): Promise<Finding> {
  const [atHome, publicly, certificate] = await Promise.all([
    probe(localOrigin(config), serviceId, ask, now),
    probe(config.publicUrl, serviceId, ask, now),
    checkCertificate(config.publicUrl, fetchCertificate, now),
  ]);
  return combineFindings(
    await checkService(localOrigin(config), atHome, ask),
    checkPublicUrl(config, publicly, atHome.by === 'service'),
    publicly.by === 'service' ? checkProxies(config, publicly) : null,
    publicly.by === 'service' ? await checkHost(config, ask, now) : null,
    publicly.by === 'none' ? null : certificate,
  );
}

/** Checks the answer at the service's local origin and its readiness; warns if nothing answers. */
export async function checkService(origin: string, reached: ProbeResult, ask: Ask): Promise<Finding> {
  if (reached.by === 'none')
    return warning`Nothing answers at ${origin} (${reached.code}).
      Start the service. If it is running, doctor isn’t using the service’s settings: check HOST and PORT.`;
  if (reached.by === 'other')
    return error`Something answers at ${origin}, but it is not this version of the service with this database.
      Run doctor with the service’s settings; restart the service after an update; or stop the other program on that port.`;
  try {
    const { text } = await ask(`${origin}/readyz`);
    const { status, problems } = JSON.parse(text) as { status: string; problems: string[] };
    if (status === 'ok') return ok`It’s running at ${origin} and is ready.`;
    return error`It’s running at ${origin}, but it’s ${status}: ${problems.join(', ')}.
      Check the other lines here, the alerts on the admin dashboard, and the log.`;
  } catch (cause) {
    return error`It’s running at ${origin}, but did not report its state (${codeOf(cause)}).
      Check its log and restart it.`;
  }
}

const nothingBehind = [502, 503, 504];

/** Checks the answer at the public address; null if the service only needs to be started. */
export function checkPublicUrl(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  reached: ProbeResult,
  isRunning: boolean,
): Finding | null {
  const url = new URL(publicUrl);
  const where = isLoopback(url)
    ? 'only this machine can see it'
    : 'checked from this machine, under its public name';
  if (reached.by === 'service') return ok`${publicUrl} leads to this service (${where}).`;
  if (reached.by === 'none') {
    if (!isRunning && isLoopback(url)) return null;
    const { found, advice } = whyUnanswered(reached.code, url);
    return error`${publicUrl} does not answer: ${found}.
      ${advice}`;
  }
  const { status, location } = reached;
  if (location !== null && status >= 300 && status < 400)
    return error`${publicUrl} redirects visitors to ${originOf(location, publicUrl)}.
      Set PUBLIC_URL to exactly the address where visitors end up, including https and any www.`;
  if (status === 401 || status === 403)
    return error`${publicUrl} turns visitors away (${status}).
      Remove the password or the rule in the proxy: it blocks customers and Stripe.`;
  if (!isRunning) return null;
  if (nothingBehind.includes(status))
    return error`The proxy at ${publicUrl} does not reach the service (${status}).
      Have it forward everything to the service’s HOST and PORT; its error log says what it tried.`;
  return error`Something else answers at ${publicUrl} (${status}), or a service with another database.
      Point the name to this machine, and have the proxy forward all paths, with their query, to this service.`;
}

export function checkProxies(
  { publicUrl, trustedProxyHops: trusted }: Pick<Config, 'publicUrl' | 'trustedProxyHops'>,
  { arrival: { hops, protocol } }: Extract<ProbeResult, { by: 'service' }>,
): Finding {
  const seen = `${hops} ${hops === 1 ? 'proxy' : 'proxies'} added an address to X-Forwarded-For`;
  const how = ' (nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;), or correct the number';
  if (hops < trusted)
    return error`${seen}, and TRUSTED_PROXY_HOPS is ${trusted}: visitors can fake their address, or all count as one.
      Have each proxy add the address it sees${hops === 0 ? how : `, or set TRUSTED_PROXY_HOPS=${hops}`}. Ignore this only if visitors go through a proxy that this machine bypasses.`;
  if (hops > trusted)
    return error`${seen}, and TRUSTED_PROXY_HOPS is ${trusted}: many visitors count as one.
      Set TRUSTED_PROXY_HOPS=${hops} and start the service again.`;
  if (protocol !== null && `${protocol}:` !== new URL(publicUrl).protocol)
    return warning`${seen}, as TRUSTED_PROXY_HOPS says. They report that visitors use ${protocol}, but PUBLIC_URL says otherwise.
      Have the outermost proxy use https, and each proxy forward X-Forwarded-Proto.`;
  return ok`${hops === 0 ? 'There is no proxy' : seen}, as TRUSTED_PROXY_HOPS says.`;
}

/** Returns an error if pages redirect to themselves, since the proxy does not pass on the host name; else null. */
export async function checkHost(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  ask: Ask,
  now: number,
): Promise<Finding | null> {
  const page = `${publicUrl}/?doctor=${now}`;
  const answer = await ask(page).catch(() => null);
  if (answer?.headers.location !== page) return null;
  return error`The proxy does not pass on the Host header: pages redirect to themselves at ${publicUrl}.
      Have it pass on the name that visitors use (nginx: proxy_set_header Host $host; Apache: ProxyPreserveHost On).`;
}

type Certificate = Awaited<ReturnType<FetchCertificate>>;

/** The usual programs renew a certificate a month before its end. */
const leastCertificateLife = days(14);

/** Fetches and checks the certificate of the public address. Returns a finding, also for a good one; null for http. */
export async function checkCertificate(
  publicUrl: string,
  look: FetchCertificate,
  now: number,
): Promise<Finding | null> {
  const url = new URL(publicUrl);
  const { protocol, hostname, port } = url;
  if (protocol !== 'https:') return null;
  let certificate: Certificate;
  try {
    certificate = await look(hostname.replace(/^\[|\]$/g, ''), Number(port || 443));
  } catch (cause) {
    const { found, advice } = whyUnanswered(failureOf(cause), url);
    return error`The certificate could not be read: ${found}.
      ${advice}`;
  }
  const { validFrom, validTo, distrust, isForName } = certificate;
  if (validTo <= now)
    return error`The certificate expired ${spanText(now - validTo)} ago.
      Renew it and reload the proxy. Check the log of the program that should have renewed it.`;
  if (validFrom > now)
    return error`The certificate becomes valid in ${spanText(validFrom - now)}.
      Correct the clock of this machine, or of the one that made the certificate.`;
  if (!isForName)
    return error`The certificate does not cover ${hostname}.
      Get one for ${hostname}, and have the proxy use it for that name.`;
  if (distrust !== null) return describeUntrusted(distrust, certificate);
  const left = validTo - now;
  const found = `The certificate is valid for another ${spanText(left)}.`;
  if (left >= leastCertificateLife) return ok`${found}`;
  return warning`${found}
      It should have been renewed by now. Check what renews it (certbot renew, Caddy’s log), and that port 80 can be reached from outside.`;
}

function describeUntrusted(distrust: string, { issuer, namesItsIssuer }: Certificate): Finding {
  const isChainShort = /UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT)/.test(distrust);
  if (/SELF_SIGNED/.test(distrust) || (isChainShort && !namesItsIssuer))
    return error`The certificate is self-signed or from your own authority (${issuer}): browsers warn, and Stripe sends no webhooks.
      Get one from a public authority, such as Let's Encrypt: Caddy does this automatically; for nginx, use certbot. For your own authority, set NODE_EXTRA_CA_CERTS.`;
  if (isChainShort)
    return error`The proxy sends the certificate without the one that signed it: Stripe and some browsers do not trust it.
      Have the proxy send the whole chain: for nginx, ssl_certificate is fullchain.pem, not cert.pem.`;
  return error`The certificate is not trusted (${distrust}).
      Get another one from a public authority.`;
}

function originOf(location: string, base: string): string {
  return URL.canParse(location, base) ? new URL(location, base).origin : 'another address';
}
