import { messageOf } from '../../../db/files.ts';
import type { Sandbox } from '../../sandbox/index.ts';
import { systemRandom } from '../basics/random.ts';
import type { Config } from '../config/config.ts';
import { originHere } from '../config/loopback.ts';
import type { StripeKeys } from '../config/stripe-config.ts';
import type { Clock } from '../context/clock.ts';
import type { Context } from '../context/context.ts';
import { webhookPath } from '../payments/payment-routes.ts';
import { StartFailed } from './fail-start.ts';

const defaultSandboxPort = 12_111;

/**
 * Opens Stripe itself, or the sandbox when no keys are configured.
 *
 * @param sandboxMayMove whether the sandbox takes any free port when its default one is in use
 */
export async function openStripe(
  config: Config,
  clock: Clock,
  { isListening, sandboxMayMove }: { isListening: boolean; sandboxMayMove: boolean },
  log: Context['log'],
): Promise<{ sandbox: Sandbox | null; stripe: { keys: StripeKeys; apiBase: string | null } }> {
  if (config.stripe.mode !== 'sandbox') return { sandbox: null, stripe: config.stripe };
  // With real keys neither is ever needed.
  const { startSandbox } = await import('../../sandbox/index.ts');
  const { sandboxKeys } = await import('../../sandbox/keys.ts');
  try {
    const sandbox = await startSandbox({
      // The port is for this machine, but the same API answers browsers, and any visitor may call it.
      ...(config.isProduction && {
        keys: { ...sandboxKeys, secretKey: `sk_test_${systemRandom.newToken()}` },
      }),
      storePath: config.databasePath === ':memory:' ? ':memory:' : `${config.databasePath}.sandbox`,
      port: config.stripe.port ?? defaultSandboxPort,
      mayMove: sandboxMayMove && config.stripe.port === null,
      webhookUrl: isListening ? originHere(config) + webhookPath : null,
      log: log.child({ part: 'sandbox' }),
      now: clock.now,
    });
    return { sandbox, stripe: sandbox };
  } catch (error) {
    throw new StartFailed(`${messageOf(error)} Set STRIPE_SANDBOX_PORT to a free port, or 0 for any.`);
  }
}
