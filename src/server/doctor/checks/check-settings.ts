import type { Config } from '../../config/config.ts';
import { ConfigError } from '../../config/config-error.ts';
import { isHttps } from '../../config/https.ts';
import { type Finding, failed, ok, skipped, warning } from './finding.ts';

/** What was read from the environment, or why it could not be. */
export type Settings = { config: Config; problem: null } | { config: null; problem: string };

/** @param read reads them, and throws a `ConfigError` when they cannot be used */
export function settingsOf(read: () => Config): Settings {
  try {
    return { config: read(), problem: null };
  } catch (error) {
    if (error instanceof ConfigError) return { config: null, problem: error.message };
    throw error;
  }
}

/** Whether the settings can be used, and which they are: doctor may have been started without those of the service. */
export function checkSettings({ config, problem }: Settings): Finding {
  if (config === null) {
    return failed(problem, 'Correct it in the environment of the service. What depends on it was skipped.');
  }
  const { publicUrl, stripe, smtp, isProduction } = config;
  const money = stripe.mode === 'sandbox' ? 'payments in the sandbox' : `Stripe in ${stripe.mode} mode`;
  const found = `${publicUrl}, ${money}, mail ${smtp ? 'by SMTP' : 'into the sandbox'}.`;
  if (!isProduction && isHttps(config)) {
    return warning(
      `${found} NODE_ENV is not production.`,
      'Set NODE_ENV=production for a service that customers see: it refuses what is only meant for trying out.',
    );
  }
  return ok(found);
}

/** @returns what to say of a look that needs settings which cannot be read */
export const withoutSettings = (): Finding => skipped('The settings cannot be read.');
