import type { Order } from './run-one.ts';

/**
 * Runs that once broke a promise, or that have in them what few have; they are run with every `npm run test:all`. When the world
 * is given something new, each is another run: what it had found is held by a test of its own where that is possible.
 */
export const keptSeeds: readonly (Order & { why: string })[] = [
  {
    seed: '4',
    months: 1,
    ordersPerDay: 6,
    readers: 2,
    why: 'a copy is put back, and approvals after it are new',
  },
  { seed: '11', months: 1, ordersPerDay: 6, readers: 1, why: 'one reader alone, who is closed out or away' },
  {
    seed: '20089',
    months: 1,
    ordersPerDay: 3,
    readers: 2,
    why: 'ordered before a copy was put back that does not know it, and paid after: the alert of a stray payment tells',
  },
  {
    seed: '20191',
    months: 1,
    ordersPerDay: 3,
    readers: 2,
    why: 'deleted for good while the mail server was down for a day: nothing is left to confirm',
  },
  {
    seed: '20132',
    months: 1,
    ordersPerDay: 3,
    readers: 2,
    why: 'a webhook comes while the disk is full, is answered 503, and comes again',
  },
  {
    seed: '12',
    months: 1,
    ordersPerDay: 3,
    readers: 2,
    why: 'orders of an older version are written for between a copy and its loss',
  },
  {
    seed: '50006',
    months: 1,
    ordersPerDay: 3,
    readers: 2,
    why: 'a stranger guesses at a password while its owner comes in, where they did before and elsewhere',
  },
  {
    seed: '62001',
    months: 1,
    ordersPerDay: 3,
    readers: 2,
    launch: 250,
    why: 'more come within one hour than two readers write for in days, until the shop is full; nobody is turned away before',
  },
  {
    seed: '91058',
    months: 1,
    ordersPerDay: 3,
    readers: 2,
    why: 'a payment is looked at while Stripe is away',
  },
  {
    seed: '92131',
    months: 1,
    ordersPerDay: 3,
    readers: 2,
    why: 'withdrawn from while the mail server was down: nothing confirms the order any more',
  },
];
