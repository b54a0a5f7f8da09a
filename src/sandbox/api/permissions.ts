import { ApiError } from '../rest/errors.ts';

/** Resources whose permission has another name than the path suggests. */
const names: Record<string, string> = { webhook_endpoint: 'webhook', account: 'accounts_kyc_basic' };

/** `POST refunds/re_1/cancel` needs `refund_write`. */
function neededFor(method: string, path: string): string {
  const [, resource = ''] = /^((?:radar\/)?\w+)/.exec(path) ?? [];
  const name = resource.replace('/', '_').replace(/s$/, '');
  return `${names[name] ?? name}_${method === 'GET' ? 'read' : 'write'}`;
}

export interface Permissions {
  /** From now on the secret key lacks these, such as `refund_write`; none when the list is empty. */
  withhold(missing: readonly string[]): void;
  /** @throws ApiError 403 that names the permission, as for a restricted key at Stripe */
  require(method: string, path: string): void;
}

/** What the secret key may do: everything, until a test says otherwise (https://docs.stripe.com/keys). */
export function createPermissions(): Permissions {
  let withheld = new Set<string>();
  return {
    withhold(missing) {
      withheld = new Set(missing.map((name) => name.replace(/^rak_/, '')));
    },
    require(method, path) {
      const needed = neededFor(method, path);
      if (path.startsWith('sandbox/') || !withheld.has(needed)) return;
      throw new ApiError(403, {
        type: 'invalid_request_error',
        code: 'more_permissions_required',
        message: `The provided key does not have the required permissions for this endpoint. Having the 'rak_${needed}' permission would allow this request to continue.`,
      });
    },
  };
}
