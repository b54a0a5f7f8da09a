/* Every table. Times are milliseconds since 1970, money is whole amountMinor. Ids of rows are random texts. */
export * from './schema/aftercare.ts';
export * from './schema/audit.ts';
export * from './schema/checkout.ts';
export * from './schema/offers.ts';
export * from './schema/orders.ts';
export * from './schema/outbox.ts';
export * from './schema/payments.ts';
export * from './schema/people.ts';
export * from './schema/readings.ts';
export * from './schema/service.ts';
