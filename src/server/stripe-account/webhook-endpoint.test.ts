import { expect, test } from 'vitest';
import { sampleEndpoint, webhookUrl as url } from '../../testing/stripe-account-double.ts';
import { handledEvents } from '../payments/stripe/handled-events.ts';
import { findEndpointTrouble } from './webhook-endpoint.ts';

const endpoint = sampleEndpoint;
const some = endpoint({ id: 'we_2', enabled_events: ['payment_intent.succeeded'] });
const disabled = endpoint({ id: 'we_3', status: 'disabled' });

test.each([
  ['exactly what is handled', [endpoint()]],
  ['more than is handled', [endpoint({ enabled_events: ['payout.paid', ...handledEvents] })]],
  ['everything', [endpoint({ enabled_events: ['*'] })]],
  ['another way to write the address', [endpoint({ url: 'https://Tarot.example.com/api/stripe/webhook/' })]],
  ['a disabled one beside it', [disabled, endpoint()]],
])('an endpoint that is told %s is well', (_what, endpoints) => {
  expect(findEndpointTrouble(endpoints, url)).toBeNull();
});

test.each([
  ['no endpoint', []],
  ['one of another address', [endpoint({ url: 'https://old.example.com/api/stripe/webhook' })]],
  ['one that cannot be read', [endpoint({ url: 'nowhere' })]],
  ['one for the accounts of others', [endpoint({ application: 'ca_1' })]],
])('%s is none of ours', (_what, endpoints) => {
  expect(findEndpointTrouble(endpoints, url)).toEqual({ kind: 'none' });
});

test('one that is disabled is found', () => {
  expect(findEndpointTrouble([disabled], url)).toEqual({ kind: 'disabled' });
});

test('what it is not told of is named, also where one of several is complete', () => {
  const missing = handledEvents.slice(1);
  expect(findEndpointTrouble([some], url)).toEqual({ kind: 'events', missing });
  expect(findEndpointTrouble([endpoint(), some], url)).toEqual({ kind: 'events', missing });
});
