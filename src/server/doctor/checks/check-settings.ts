import { plural } from '../../../shared/plural.ts';
import type { Config } from '../../config/config.ts';
import { isHttps } from '../../config/https.ts';
import type { UsableSettings } from '../../config/usable-settings.ts';
import { type Finding, failed, ok, skipped, warning } from './finding.ts';

/** Checks the settings and shows which they are: doctor may have been started without those of the service. */
export function checkSettings({ config, problems }: UsableSettings<Config>): Finding {
  const { overridden } = config;
  const words = [...problems, ...sayOverridden(overridden)];
  if (problems.length > 0) {
    return failed(
      words.join(' '),
      'Correct it in the environment of the service. What depends on it was skipped.',
    );
  }
  const { publicUrl, stripe, smtp, isProduction } = config;
  const money = stripe.mode === 'sandbox' ? 'payments in the sandbox' : `Stripe in ${stripe.mode} mode`;
  const found = `${publicUrl}, ${money}, mail ${smtp ? 'by SMTP' : 'into the sandbox'}.`;
  if (overridden.length > 0) {
    return warning(
      [found, ...words].join(' '),
      `Unless that is meant: unset ${overridden.join(' ')} – then doctor looks at what the service has.`,
    );
  }
  if (!isProduction && isHttps(config)) {
    return warning(
      `${found} NODE_ENV is not production.`,
      'Set NODE_ENV=production for a service that customers see: it refuses what is only meant for trying out.',
    );
  }
  return ok(found);
}

function sayOverridden(names: string[]): string[] {
  if (names.length === 0) return [];
  return [
    `${names.join(', ')} ${plural(names.length, 'comes', 'come')} from the shell that called this, and not from the settings of the service, which say otherwise.`,
  ];
}

/** @returns the finding of a check whose setting cannot be used */
export const withoutSetting = (name: string): Finding =>
  skipped(`It needs ${name}, which cannot be used as it is.`);
