import { driveFake } from './fake-driver.ts';
import { holdToPaymentContract } from './payment-contract.ts';

holdToPaymentContract(async () => driveFake());
