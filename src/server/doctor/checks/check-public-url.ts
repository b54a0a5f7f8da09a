import type { Config } from '../../config/config.ts';
import { isLoopback } from '../../config/loopback.ts';
import { whyUnanswered } from './ask.ts';
import type { Reached } from './check-service.ts';
import { type Finding, failed, ok, skipped, warning } from './finding.ts';

interface PublicAddress {
  config: Pick<Config, 'publicUrl' | 'trustedProxyHops'>;
  /** What answers at the address. */
  reached: Reached;
  /** Whether the service runs. */
  isRunning: boolean;
}

/** What proxies answer when the service behind them is down. */
const nothingBehind = [502, 503, 504];

/** Checks whether the public address leads to this service. */
export function checkPublicUrl({ config, reached, isRunning }: PublicAddress): Finding {
  const { publicUrl } = config;
  const { host } = new URL(publicUrl);
  if (reached.by === 'service') {
    const where = isLoopback(new URL(publicUrl))
      ? 'only this machine can see it'
      : 'asked from this machine, by its public name';
    return ok(`${publicUrl} leads to this service (${where}).`);
  }
  if (reached.by === 'nobody') {
    if (!isRunning && isLoopback(new URL(publicUrl))) return skipped('The service does not run.');
    const { why, advice } = whyUnanswered(reached.code, host);
    return failed(`${publicUrl} does not answer: ${why}.`, advice);
  }
  const { status, location } = reached;
  if (nothingBehind.includes(status)) {
    if (!isRunning) return skipped(`The proxy answers (${status}), and the service behind it does not run.`);
    return failed(
      `The proxy at ${publicUrl} does not reach the service (${status}).`,
      'Let it pass everything on to HOST and PORT of the service; its error log says what it tried.',
    );
  }
  if (location !== null && status >= 300 && status < 400) {
    return failed(
      `${publicUrl} sends visitors on to ${originOf(location, publicUrl)}.`,
      'Let PUBLIC_URL be the address at which visitors end up, with https and with or without www as there.',
    );
  }
  if (status === 401 || status === 403) {
    return failed(
      `${publicUrl} does not let everybody in (${status}).`,
      'Remove the password or the rule in the proxy: customers and Stripe come without one.',
    );
  }
  if (!isRunning) return skipped('Something answers there, and the service does not run.');
  return failed(
    `Something else answers at ${publicUrl} (${status}), or a service with another database.`,
    'Let the name lead to this machine, and the proxy pass all paths on, with their query, to this service.',
  );
}

/** Checks that as many proxies add to X-Forwarded-For as are trusted. */
export function checkProxies({ config, reached, isRunning }: PublicAddress): Finding {
  const { publicUrl, trustedProxyHops: trusted } = config;
  if (reached.by !== 'service') {
    return skipped(
      isRunning ? 'The public address does not lead to the service.' : 'The service does not run.',
    );
  }
  const { hops, protocol } = reached.arrival;
  const seen = `${hops} ${hops === 1 ? 'proxy has' : 'proxies have'} added to X-Forwarded-For`;
  if (hops < trusted) {
    return failed(
      `${seen}, and TRUSTED_PROXY_HOPS is ${trusted}: visitors can say they are anybody, or count as one.`,
      hops === 0
        ? 'Have each proxy add the address it sees (nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;), or correct the number. Only if this machine reaches itself past a proxy that visitors pass, all is well.'
        : `Have each proxy add the address it sees, or set TRUSTED_PROXY_HOPS=${hops}. Only if this machine reaches itself past a proxy that visitors pass, all is well.`,
    );
  }
  if (hops > trusted) {
    return failed(
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
    hops === 0 ? 'There is none, as TRUSTED_PROXY_HOPS says.' : `${seen}, as TRUSTED_PROXY_HOPS says.`,
  );
}

function originOf(location: string, base: string): string {
  return URL.canParse(location, base) ? new URL(location, base).origin : 'another address';
}
