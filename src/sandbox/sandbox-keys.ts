export type SandboxKeys = typeof sandboxKeys;

/** Keys that are no secret. A sandbox that strangers can reach makes secret ones at each start instead. */
export const sandboxKeys = {
  secretKey: 'sk_test_sandbox_no_money_moves_0000000000',
  publishableKey: 'pk_test_sandbox_no_money_moves_0000000000',
  webhookSecret: 'whsec_sandbox_no_money_moves_0000000000',
};

/** The version of Stripe's API that the sandbox imitates. */
export const apiVersion = '2026-10-28.endive';
