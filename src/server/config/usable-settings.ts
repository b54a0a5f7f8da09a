import { ConfigError } from './config-error.ts';

type Env = Record<string, string | undefined>;

/** As much of the settings as can be used, to examine a service that does not start with them. */
export interface UsableSettings<Config> {
  /** In the place of what cannot be used stands something that can. */
  config: Config;
  /** What is wrong, a sentence or two each. */
  problems: string[];
  /** The variables whose values were replaced because they cannot be used. */
  unusable: ReadonlySet<string>;
}

/** What stands for a variable without which, or with whose value, nothing could be read; nothing for all others. */
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
 * Reads the settings past whatever is wrong with them.
 *
 * @param read reads all of them, and throws a `ConfigError` that begins with the name of a variable
 * @throws what `read` throws when it cannot be passed over
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
      // Of a misspelt one it is known which was meant, and that is not set to what it should be.
      const [, meant] = / is no setting; (\w+) is\./.exec(error.message) ?? [];
      if (meant !== undefined) unusable.add(meant);
      const standIn = standIns[name]?.(known) ?? {};
      known = { ...known, [name]: undefined, [found]: undefined, [`${name}_FILE`]: undefined, ...standIn };
    }
  }
}
