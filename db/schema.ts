/* Every table. Times are milliseconds since 1970, money is whole amountMinor. Ids of rows are random texts. */
export * from './schema/aftercare-tables.ts';
export * from './schema/audit-table.ts';
export * from './schema/checkout-tables.ts';
export * from './schema/offer-tables.ts';
export * from './schema/order-tables.ts';
export * from './schema/outbox-table.ts';
export * from './schema/payment-tables.ts';
export * from './schema/reading-tables.ts';
export * from './schema/settings-tables.ts';
export * from './schema/user-tables.ts';
