import { randomUUID } from 'node:crypto';
import type { Database } from '../../../db/client.ts';
import { computedColumnsOf } from '../../../db/computed-columns.ts';
import { orders } from '../../../db/schema.ts';
import { days, minutes } from '../../shared/durations.ts';
import { orderNumberAlphabet } from '../../shared/orders/order-number.ts';
import type { OrderStatus, PaymentStatus } from '../../shared/orders/order-status.ts';
import { drawCustomer } from './drawn-customer.ts';
import { createSeededRandom, type SeededRandom } from './seeded-random.ts';

interface Years {
  /** The number of orders, one a minute. */
  count: number;
  /** When the newest order was placed, in milliseconds since 1970. */
  now: number;
  readers: readonly [string, ...string[]];
}

/** Inserts years of orders, most of them delivered, some unpaid; only their ids differ each time. */
export function insertYears(db: Database, years: Years): void {
  const chance = createSeededRandom('the orders of years');
  const rows = Array.from({ length: years.count }, (_, index) => drawOrder(chance, index, years));
  for (let from = 0; from < rows.length; from += 100) {
    db.insert(orders)
      .values(rows.slice(from, from + 100))
      .run();
  }
}

function drawOrder(chance: SeededRandom, index: number, { count, now, readers }: Years) {
  const orderNumber = orderNumberOf(index);
  const { customerName, customerEmail, ...form } = drawCustomer(chance, index);
  const createdAt = now - minutes(count - index);
  // The service erases unpaid orders after 30 days.
  const paymentStatus = drawPayment(chance, createdAt > now - days(30));
  const isPaid = paymentStatus !== 'unpaid';
  const status = isPaid ? drawStatus(chance, index < count - 200) : 'pending';
  const paidAt = isPaid ? createdAt + minutes(1) : null;
  return {
    id: randomUUID(),
    orderNumber,
    status,
    paymentStatus,
    readingType: form.readingType ?? 'other',
    customQuestion: form.customQuestion || null,
    backgroundContext: form.backgroundContext || null,
    customerName,
    ...computedColumnsOf({ customerName, customerEmail, orderNumber }),
    readingAddresseeName: form.readingAddresseeName,
    amountMinor: 6_000,
    paymentIntentId: `pi_years_${index}`,
    createdAt,
    paidAt,
    dueAt: isPaid ? createdAt + days(3) : null,
    deliveredAt:
      paidAt && status === 'approved'
        ? Math.min(Math.max(createdAt + days(chance.whole(0, 3)), paidAt), now)
        : null,
    assignedReaderId: isPaid ? chance.pick(readers) : null,
    assignedAt: paidAt,
    abandonedAt: !isPaid && createdAt < now - days(1) ? createdAt + days(1) : null,
  };
}

function drawPayment(chance: SeededRandom, isRecent: boolean): PaymentStatus {
  const percent = chance.whole(0, 99);
  if (percent < 8 && isRecent) return 'unpaid';
  if (percent === 8 || percent === 9) return 'refunded';
  return percent === 10 ? 'partially_refunded' : 'paid';
}

/** Draws a status. Only new orders can still be in progress. */
function drawStatus(chance: SeededRandom, isOld: boolean): OrderStatus {
  if (isOld) return 'approved';
  return chance.pick(['pending', 'pending', 'reading_uploaded', 'approved', 'rejected']);
}

/** Returns a different order number for every index below 2^30, because the factor is odd. */
export function orderNumberOf(index: number): string {
  let rest = (Math.imul(index, 2_654_435_769) >>> 0) % 2 ** 30;
  let text = '';
  for (let i = 0; i < 6; i++) {
    text += orderNumberAlphabet[rest % 32];
    rest = Math.floor(rest / 32);
  }
  return `CT-${text}`;
}
