import type { Context } from '../../base/context.ts';
import { type Actor, recordAuditAlone } from '../../base/record-audit.ts';
import { isoTime } from '../../base/time/moments.ts';
import { findWaiting } from '../../shop/waitlist-repository.ts';
import {
  listOrdersOfPerson,
  listOtherMails,
  listPersonalRows,
  listTerms,
  type PersonalRow,
} from './person-repository.ts';
import { type PersonalTable, personalTables } from './personal-data-repository.ts';

const about = [
  'This is everything the shop keeps about the person with this email address, as of the time above.',
  '"orders" has each order with its question, all versions of its reading, messages and notes about it, the emails that were sent, and its payments.',
  '"otherMails" has emails to this address about orders that now have another address, or about no order.',
  '"waitlist" has the address if it waits for an email when sales reopen.',
  '"terms" has the terms that were agreed to; orders refer to them by id.',
  'Times are in UTC. Names that end in "Minor" are amounts in the smallest unit of the currency.',
  'Names of staff are left out: that is the staff’s own data.',
  'Not in this file: what Stripe keeps about payments, such as card numbers, which the shop never had; and earlier copies of the database.',
];

const partNames: Partial<Record<PersonalTable, string>> = {
  orderEvents: 'history',
  orderLinks: 'links',
  orderPageViews: 'viewsOfItsPage',
  customerNotes: 'notesOnTheCustomer',
  readingRevisions: 'versionsOfTheReading',
  readingDrafts: 'draftsOfTheReading',
  readingComments: 'commentsOnTheReading',
  outbox: 'mails',
  paymentOrigins: 'whereThePaymentWasBegun',
  checkoutOrders: 'theBrowserThatOrdered',
  stripeEvents: 'whatStripeTold',
};

/** Returns all stored data about an address, and audits the export; empty lists for an unknown address. */
export async function exportPerson(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  actor: Actor,
  address: string,
): Promise<object> {
  const at = clock.now();
  const orders = listOrdersOfPerson(db, address);
  // The name in a mail about another address's order is another person's.
  const otherMails = listOtherMails(db, address).map(({ id: _, orderId, toName, ...mail }) =>
    readable(orderId === null ? { ...mail, toName } : mail),
  );
  const [first] = orders;
  const subject = {
    kind: 'customer',
    id: first?.id ?? '',
    label: first?.orderNumber ?? 'No order',
  } as const;
  const details = { orders: orders.length, otherEmails: otherMails.length };
  await recordAuditAlone({ db, clock }, { actor, action: 'customer_exported', subject, details });
  const termsIds = orders
    .flatMap(({ termsId, consentId }) => [termsId, consentId])
    .filter((id) => id !== null);
  return {
    address,
    madeAt: isoTime(at),
    about,
    orders: orders.map(({ id }) => wholeOrder(db, id)),
    otherMails,
    waitlist: listWaitingOf(db, address),
    terms: listTerms(db, termsIds),
  };
}

function listWaitingOf(db: Context['db'], address: string): PersonalRow[] {
  const { email, createdAt, confirmedAt } = findWaiting(db, address) ?? {};
  return email === undefined ? [] : [readable({ email, createdAt, confirmedAt })];
}

function wholeOrder(db: Context['db'], id: string): PersonalRow {
  const whole: PersonalRow = {};
  for (const name of personalTables) {
    const rows = listPersonalRows(db, name, id).map(readable).map(withoutReader);
    if (name === 'orders') Object.assign(whole, rows[0]);
    else if (rows.length > 0) whole[partNames[name] ?? name] = rows;
  }
  return whole;
}

/** Returns an event without the name of the reader it was assigned to, and any other row as it is. */
function withoutReader({ data, ...row }: PersonalRow): PersonalRow {
  if (data === undefined) return row;
  return { ...row, data: { ...data, reader: undefined } };
}

/** Returns a row with times as ISO text and without its nulls. */
function readable(row: PersonalRow): PersonalRow {
  const known = Object.entries(row).filter(([, value]) => value !== null);
  return Object.fromEntries(
    known.map(([name, value]) => [
      name,
      typeof value === 'number' && name.endsWith('At') ? isoTime(value) : value,
    ]),
  );
}
