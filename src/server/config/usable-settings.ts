import { ConfigError } from './config-error.ts';

type Env = Record<string, string | undefined>;

/** As much of the settings as can be used, to examine a service that does not start with them. */
export interface UsableSettings<Config> {
  config: Config;
  problems: string[];
  unusable: ReadonlySet<string>;
}

/** Stand-ins for variables without which nothing could be read; other unusable ones are left out. */
const standIns: Record<string, (env: Env) => Env> = {
  STRIPE_SECRET_KEY: () => ({
    STRIPE_PUBLISHABLE_KEY: undefined,
    STRIPE_WEBHOOK_SECRET: undefined,
    STRIPE_WEBHOOK_SECRET_FILE: undefined,
    STRIPE_MODE: 'sandbox',
  }),
  STRIPE_PUBLISHABLE_KEY: ({ STRIPE_SECRET_KEY: key = '' }) => ({
    STRIPE_PUBLISHABLE_KEY: key.includes('_live_') ? 'pk_live_unusable' : 'pk_test_unusable',
  }),
  STRIPE_WEBHOOK_SECRET: () => ({ STRIPE_WEBHOOK_SECRET: 'whsec_unusable' }),
  SMTP_URL: ({ MAIL_FROM }) => ({
    SMTP_URL: 'smtp://127.0.0.1',
    MAIL_FROM: MAIL_FROM?.trim() ? MAIL_FROM : 'unusable@service.invalid',
  }),
  MAIL_FROM: () => ({ MAIL_FROM: 'unusable@service.invalid' }),
  PUBLIC_URL: () => ({ PUBLIC_URL: 'http://127.0.0.1' }),
  TRUSTED_PROXY_HOPS: () => ({ TRUSTED_PROXY_HOPS: '1' }),
};

/**
 * Reads the settings and replaces values that cannot be used.
 *
 * @param read throws a `ConfigError` that begins with the name of a variable
 */
export function readUsableSettings<Config>(env: Env, read: (env: Env) => Config): UsableSettings<Config> {
  const problems: string[] = [];
  const unusable = new Set<string>();
  const passedOver = new Set<string>();
  let known = env;
  for (;;) {
    try {
      return { config: read(known), problems, unusable };
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      const [found = ''] = error.message.split(' ', 1);
      const name = found.replace(/_FILE$/, '');
      if (passedOver.has(found)) throw error;
      passedOver.add(found);
      problems.push(error.message);
      unusable.add(name);
      // A misspelled variable says which one was meant: that one lacks its value.
      const [, meant] = / is no setting; (\w+) is\./.exec(error.message) ?? [];
      if (meant !== undefined) unusable.add(meant);
      const standIn = standIns[name]?.(known) ?? {};
      known = { ...known, [name]: undefined, [found]: undefined, [`${name}_FILE`]: undefined, ...standIn };
    }
  }
}
