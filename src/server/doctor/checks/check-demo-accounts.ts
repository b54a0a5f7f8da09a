import type { Config } from '../../config/config.ts';
import { type Finding, failed, ok, skipped, warning } from './finding.ts';

/** An account with the name of a demo account. */
export interface Namesake {
  username: string;
  passwordHash: string;
  isActive: boolean;
  totpEnabledAt: number | null;
  /** The password that the demo gives to this name, which is public. */
  demoPassword: string;
}

interface DemoAccounts {
  config: Pick<Config, 'isProduction' | 'stripe'>;
  namesakes: readonly Namesake[];
  /** Takes about 20 ms. */
  matches: (stored: string, password: string) => Promise<boolean>;
}

/**
 * Checks whether a password of the demo lets visitors sign in. The settings tell whether this is a demo: no order says
 * whether its money was real.
 */
export async function checkDemoAccounts({ config, namesakes, matches }: DemoAccounts): Promise<Finding> {
  const { isProduction, stripe } = config;
  if (stripe.mode === 'sandbox' && !isProduction) {
    return skipped(
      'This is a demo or a trial: payments are made in the sandbox, and NODE_ENV is not production.',
    );
  }
  const open: string[] = [];
  for (const { username, passwordHash, isActive, totpEnabledAt, demoPassword } of namesakes) {
    // Otherwise the password alone does not sign in.
    const isEnough = isActive && totpEnabledAt === null;
    if (isEnough && (await matches(passwordHash, demoPassword))) open.push(username);
  }
  if (open.length === 0) return ok('No account has the password that the demo gives to its name.');
  const found = open
    .map((name) => `Anybody can sign in as ${name}: the password is the demo’s, which everybody knows.`)
    .join(' ');
  const commands = open.map((name) => `npm run user -- password ${name}`).join(', ');
  const advice = `Change it with ${commands}. Whatever was done with it stands in the history.`;
  return stripe.mode === 'live' ? failed(found, advice) : warning(found, advice);
}
