import { describe, expect, test } from 'vitest';
import { fakeAddressBar } from '../features/desk/desk-testing.ts';
import { createUrlState } from './url-state.ts';

describe('the state in the address', () => {
  test.each(['.', ')', '>', ' ', '\n', '…'])('finds an order although its link ends in %j', (added) => {
    for (const name of ['order', 'reading']) {
      const bar = fakeAddressBar(`?${name}=CT-7K3M9Q${encodeURIComponent(added)}&q=St.`);
      expect(createUrlState(bar).$parameters.get()).toEqual({ [name]: 'CT-7K3M9Q', q: 'St.' });
    }
  });

  test('replaces the address, keeps the rest, and leaves out what is empty', () => {
    const bar = fakeAddressBar('?q=ana&tab=settings');
    createUrlState(bar).update({ q: '', sort: 'customer', reader: undefined });
    expect(bar.history).toEqual(['?tab=settings&sort=customer']);
  });

  test('can be left with Back after a push', () => {
    const bar = fakeAddressBar('?q=ana%20lima');
    const url = createUrlState(bar);
    url.update({ order: 'CT-7K3M9Q' }, 'push');
    expect(bar.history).toEqual(['?q=ana%20lima', '?q=ana+lima&order=CT-7K3M9Q']);
    url.back();
    expect(url.$parameters.get()).toEqual({ q: 'ana lima' });
  });

  test('writes nothing when nothing changes', () => {
    const bar = fakeAddressBar('?q=ana');
    createUrlState(bar).update({ q: 'ana' }, 'push');
    expect(bar.history).toEqual(['?q=ana']);
  });
});
