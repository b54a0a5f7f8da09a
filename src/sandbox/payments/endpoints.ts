import type Stripe from 'stripe';
import type { Store } from '../store.ts';
import { mergeMetadata, type Params } from './params.ts';

type Listener = { id: string; url: string; secret: string };

export type Endpoints = ReturnType<typeof createEndpoints>;

/** Returns functions on the webhook endpoints: those made by the API, and a hidden built-in one for all events. */
export function createEndpoints(store: Store, builtIn: Omit<Listener, 'id'> | null) {
  const first = builtIn && { id: 'built-in', ...builtIn };
  const secretOf = store.db
    .prepare<[string], string>('SELECT secret FROM endpoint_secrets WHERE endpoint_id = ?')
    .pluck();
  const insertSecret = store.db.prepare('INSERT INTO endpoint_secrets (endpoint_id, secret) VALUES (?, ?)');
  const deleteSecret = store.db.prepare('DELETE FROM endpoint_secrets WHERE endpoint_id = ?');

  function toListener({ id, url }: Stripe.WebhookEndpoint): Listener {
    return { id, url, secret: secretOf.get(id) ?? '' };
  }

  return {
    listeningTo(type: string): Listener[] {
      const made = store.list('webhook_endpoint', {}).data;
      const wanted = made.filter(
        ({ status, enabled_events: events }) =>
          status === 'enabled' && (events.includes('*') || events.includes(type)),
      );
      return [...(first ? [first] : []), ...wanted.map(toListener)];
    },
    find(id: string): Listener | undefined {
      if (id === first?.id) return first;
      const endpoint = store.get('webhook_endpoint', id);
      return endpoint?.status === 'enabled' ? toListener(endpoint) : undefined;
    },
    create(params: Params<'createEndpoint'>, seconds: number): Stripe.WebhookEndpoint {
      const endpoint: Stripe.WebhookEndpoint = {
        id: store.newId('we'),
        object: 'webhook_endpoint',
        api_version: params.api_version ?? null,
        application: null,
        created: seconds,
        description: params.description || null,
        enabled_events: params.enabled_events,
        livemode: false,
        metadata: mergeMetadata({}, params.metadata),
        status: 'enabled',
        url: params.url,
      };
      const secret = store.newId('whsec');
      store.put(endpoint);
      insertSecret.run(endpoint.id, secret);
      return { ...endpoint, secret };
    },
    update(id: string, params: Params<'updateEndpoint'>): Stripe.WebhookEndpoint {
      const endpoint = store.find('webhook_endpoint', id);
      const isDisabled = params.disabled ?? endpoint.status === 'disabled';
      const updated: Stripe.WebhookEndpoint = {
        ...endpoint,
        url: params.url ?? endpoint.url,
        enabled_events: params.enabled_events ?? endpoint.enabled_events,
        description: params.description === undefined ? endpoint.description : params.description || null,
        metadata: mergeMetadata(endpoint.metadata, params.metadata),
        status: isDisabled ? 'disabled' : 'enabled',
      };
      store.put(updated);
      return updated;
    },
    remove(id: string) {
      store.find('webhook_endpoint', id);
      store.remove('webhook_endpoint', id);
      deleteSecret.run(id);
      return { id, object: 'webhook_endpoint', deleted: true };
    },
  };
}
