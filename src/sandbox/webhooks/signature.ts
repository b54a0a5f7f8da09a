import { createHmac } from 'node:crypto';

/**
 * The `Stripe-Signature` header for a payload: the time in seconds, and an HMAC over both
 * (https://docs.stripe.com/webhooks#verify-manually).
 */
export function signatureHeader(payload: string, secret: string, seconds: number): string {
  const signature = createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex');
  return `t=${seconds},v1=${signature}`;
}
