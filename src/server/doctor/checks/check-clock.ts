import { seconds } from '../../../shared/durations.ts';
import { codeOf } from '../../basics/errors.ts';
import { type Ask, whyUnanswered } from './ask.ts';
import { type Finding, failed, ok, spanText, warning } from './finding.ts';

/** Stripe tells whole seconds, and the round trip takes its time. */
const inaccuracy = seconds(3);
/** Codes of the second factor change every 30 seconds; Stripe's signatures are refused after five minutes. */
const most = seconds(20);

interface Clocks {
  ask: Ask;
  /** The origin of Stripe's API. */
  stripe: string;
  now: () => number;
}

/** Compares this machine's clock with Stripe's. */
export async function checkClock({ ask, stripe, now }: Clocks): Promise<Finding> {
  const before = now();
  let theirs: number;
  try {
    const { headers } = await ask(`${stripe}/v1/`);
    theirs = Date.parse(String(headers.date));
  } catch (error) {
    const { host } = new URL(stripe);
    const { why, advice } = whyUnanswered(codeOf(error), host);
    return failed(`Stripe (${host}) could not be asked what time it is: ${why}.`, advice);
  }
  const after = now();
  if (Number.isNaN(theirs)) return warning('Stripe did not say what time it is.', 'Try it again.');
  const ours = (before + after) / 2;
  const difference = Math.abs(ours - theirs);
  if (difference <= inaccuracy + (after - before)) return ok("It goes with Stripe's.");
  const found = `It is ${spanText(difference)} ${ours > theirs ? 'ahead of' : 'behind'} Stripe's.`;
  const advice = 'Let the machine set its clock itself: sudo timedatectl set-ntp true.';
  if (difference <= most) return warning(found, advice);
  return failed(
    `${found} Codes of a second factor fail, and from five minutes on every webhook is refused.`,
    advice,
  );
}
