/*
 * Every table. Times are milliseconds since 1970 (UTC) unless a column's name says otherwise; money is whole cents.
 * Rows that others refer to have a random text id, so that no address reveals how many there are.
 */
export * from './schema/aftercare.ts';
export * from './schema/audit.ts';
export * from './schema/checkout.ts';
export * from './schema/orders.ts';
export * from './schema/outbox.ts';
export * from './schema/payments.ts';
export * from './schema/people.ts';
export * from './schema/readings.ts';
export * from './schema/service.ts';
