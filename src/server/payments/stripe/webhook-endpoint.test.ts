import { expect, test } from 'vitest';
import { sampleEndpoint as endpoint, webhookUrl as url } from '../../../../tests/kit/stripe-account.ts';
import { handledEvents } from './handled-events.ts';
import { findEndpointTrouble } from './webhook-endpoint.ts';

const some = endpoint({ id: 'we_2', enabled_events: ['payment_intent.succeeded'] });
const disabled = endpoint({ id: 'we_3', status: 'disabled' });
const none = { kind: 'none' };
const missing = { kind: 'events', missing: handledEvents.slice(1) };

test.each([
  ['told exactly what is handled', [endpoint()], null],
  ['told more than is handled', [endpoint({ enabled_events: ['payout.paid', ...handledEvents] })], null],
  ['told everything', [endpoint({ enabled_events: ['*'] })], null],
  [
    'an address in another spelling',
    [endpoint({ url: 'https://Tarot.example.com/api/stripe/webhook/' })],
    null,
  ],
  ['a disabled one beside it', [disabled, endpoint()], null],
  ['no endpoint', [], none],
  ['another address', [endpoint({ url: 'https://old.example.com/api/stripe/webhook' })], none],
  ['an address that cannot be read', [endpoint({ url: 'nowhere' })], none],
  ['one for the accounts of others', [endpoint({ application: 'ca_1' })], none],
  ['disabled', [disabled], { kind: 'disabled' }],
  ['not told of all', [some], missing],
  ['one of several is not told of all', [endpoint(), some], missing],
])('the trouble with an endpoint is found: %s', (_what, endpoints, trouble) => {
  expect(findEndpointTrouble(endpoints, url)).toEqual(trouble);
});
