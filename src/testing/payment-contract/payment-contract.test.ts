import { describe } from 'vitest';
import { fakeProvider } from './fake-provider.ts';
import { holdToPaymentContract } from './payment-contract.ts';
import { sandboxProvider } from './stripe-provider.ts';

describe('the fake', () => holdToPaymentContract(fakeProvider));
describe('the sandbox', () => holdToPaymentContract(sandboxProvider));
