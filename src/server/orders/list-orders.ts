import { z } from 'zod';
import type { Page } from '../../shared/list-page.ts';
import { csvHeader, csvLines } from '../../shared/orders/order-csv.ts';
import type { Order, OrderExportQuery, OrderListQuery } from '../../shared/orders/order-schema.ts';
import type { Context, SignedIn } from '../base/context.ts';
import { decodeCursor, encodeCursor, wrongCursor } from '../base/paging.ts';
import { recordListExport } from '../base/record-audit.ts';
import { dayOf } from '../base/time/business-days.ts';
import { periodDays, spanOfDays } from '../base/time/period-days.ts';
import { listOffers } from '../shop/offer-repository.ts';
import { readMoneyStyle } from '../shop/settings-repository.ts';
import { listOrders, type OrderCursor, type OrderListOptions } from './order-list-repository.ts';
import { presentOrder } from './present-order.ts';

const exportedAtOnce = 200;

/** Returns a page of orders; unpaid and deleted ones if the query asks. @throws {DomainError} for a wrong cursor */
export function listOrdersForAdmin(context: Context, query: OrderListQuery): Page<Order> {
  const direction = query.direction ?? (query.sort === 'date' ? 'desc' : 'asc');
  const now = context.clock.now();
  const timeZone = context.config.businessTimeZone;
  const within = query.placed && spanOfDays(periodDays(query.placed, dayOf(now, timeZone)), timeZone);
  const offer = query.offer && idOfOffer(context, query.offer);
  const list = { ...query, offer, direction, now, within: within || undefined };
  const cursor = query.cursor ? readCursor(query.cursor, list) : null;
  const page = listOrders(context.db, list, cursor);
  return {
    rows: page.rows.map(presentOrder),
    total: page.total,
    next: page.next && encodeCursor([list.sort, direction, page.next.sorted, page.next.seq]),
  };
}

/** Returns the id of the offer with a slug; treats any other name as an id. */
function idOfOffer({ db }: Context, name: string): string {
  return listOffers(db).find(({ slug }) => slug === name)?.id ?? name;
}

const cursorSchema = z.tuple([z.string(), z.string(), z.string().max(200).nullable(), z.int().min(0)]);

function readCursor(text: string, list: OrderListOptions): OrderCursor {
  const result = cursorSchema.safeParse(decodeCursor(text));
  if (!result.success || result.data[0] !== list.sort || result.data[1] !== list.direction) {
    throw wrongCursor();
  }
  const [, , sorted, seq] = result.data;
  return { sorted, seq };
}

/** Records an export, without the search text, which may be a name. Returns the CSV in parts. */
export async function exportOrders(
  context: Context,
  user: SignedIn,
  query: OrderExportQuery,
): Promise<Generator<string>> {
  const { q, ...filters } = query;
  const details = { ...filtersOf(filters), search: q !== undefined && q !== '' };
  await recordListExport(context, user, { id: 'orders', label: 'Orders' }, details);
  return orderLines(context, query);
}

function filtersOf(filters: object): Record<string, string> {
  const set = Object.entries(filters).filter(([, value]) => value !== undefined);
  return Object.fromEntries(set.map(([name, value]) => [name, String(value)]));
}

function* orderLines(context: Context, query: OrderExportQuery): Generator<string> {
  const dayOfBusiness = (iso: string) => dayOf(Date.parse(iso), context.config.businessTimeZone);
  const style = readMoneyStyle(context.db);
  yield csvHeader(style);
  let cursor: string | undefined;
  do {
    const page = listOrdersForAdmin(context, { ...query, limit: exportedAtOnce, cursor });
    yield csvLines(page.rows, dayOfBusiness, style);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
}
