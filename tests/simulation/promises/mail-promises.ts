import type Sqlite from 'better-sqlite3';
import { listAlerts } from '../../../src/server/alerts/find-alerts.ts';
import { days, minutes } from '../../../src/shared/durations.ts';
import type { CustomerMailKind } from '../../../src/shared/orders/mails.ts';
import type { World } from '../world/world.ts';
import { grace } from './grace.ts';
import type { Sale, Writing } from './ledger.ts';
import { perConnection } from './per-connection.ts';

/** For how long a mail that is not taken is tried again (docs/product.md). */
const triedFor = days(3);

/** How far an order is, in its row. */
export interface OrderState {
  payment_status: string;
  status: string;
  hold: string | null;
  deleted_at: number | null;
}

/** A mail that is not out. */
interface UnsentMail {
  state: 'queued' | 'failed';
  toAddress: string;
  createdAt: number;
  nextAttemptAt: number;
}

/** Asks whether customers are written to: each what is theirs, once, where they are. */
export function createMailPromises({ agenda, ledger, shop }: Pick<World, 'agenda' | 'ledger' | 'shop'>) {
  const statementsOf = perConnection(prepare);

  /** Each order is confirmed, and each approved reading has reached the address that was right then, once. */
  function askAbout(client: Sqlite.Database, sale: Sale, row: OrderState): void {
    const writing = ledger.writings.get(sale.orderId);
    // One, and one more for each time that its address was another.
    const confirmations = ledger.confirmed.get(sale.orderId)?.size ?? 0;
    const most = 1 + (writing?.corrections ?? 0);
    const isKnown = (kind: CustomerMailKind) =>
      (statementsOf(client).unsentMails.all(sale.orderId, kind) as UnsentMail[]).some((mail) =>
        hasReason(sale, mail),
      );
    ledger.ask(
      'an order is confirmed once',
      confirmations <= most &&
        (confirmations > 0 ||
          sale.at <= sale.unclearUntil ||
          row.deleted_at !== null ||
          !canBeReached(sale) ||
          isKnown('order_confirmation') ||
          // A customer who has withdrawn gets a receipt instead of a confirmation.
          statementsOf(client).withdrawal.get(sale.orderId, agenda.now() - grace) !== undefined),
      () => `${sale.orderNumber} was confirmed ${confirmations} times`,
    );
    if (sale.withdrawnAt !== null && agenda.now() - sale.withdrawnAt > grace) {
      ledger.ask(
        'who has withdrawn has a receipt',
        ledger.hasReceipt(sale.orderId) || !canBeReached(sale) || isKnown('withdrawal_receipt'),
        () => `${sale.orderNumber} was withdrawn from, and no receipt of it was sent`,
      );
    }
    if (!writing) return;
    const mails = ledger.delivered.get(sale.orderId) ?? [];
    const messages = new Set(mails.map(({ messageId }) => messageId));
    ledger.ask(
      'a reading is sent once',
      messages.size <= writing.sendings,
      () =>
        `${sale.orderNumber} was sent ${messages.size} times and approved or asked for ${writing.sendings} times`,
    );
    for (const { address, at } of mails) {
      const isRight = sale.rightAddresses.some(
        (right) => right.address === address && (right.until === null || at <= right.until + minutes(5)),
      );
      ledger.ask(
        'a reading reaches the right address',
        isRight,
        () => `${sale.orderNumber} went to ${address}`,
      );
    }
    if (!shouldBeThere(sale, row, writing)) return;
    ledger.ask(
      'whoever has an order gets a reading',
      mails.length > 0 || isKnown('reading_delivery'),
      () =>
        `${sale.orderNumber} was approved and nothing was sent (${row.status}, ${row.payment_status}, ${row.hold})`,
    );
  }

  /** Whether an unsent mail keeps the promise: it is on its way, or was given up as late as promised. */
  function hasReason(sale: Sale, { state, toAddress, createdAt, nextAttemptAt }: UnsentMail): boolean {
    // An admin may have had it sent again just now.
    if (state === 'queued') return createdAt > agenda.now() - grace;
    if (nextAttemptAt - createdAt > triedFor) return true;
    // The server says that there is no such mailbox, and it is uncertain whether the shop was told another address.
    return (
      isNobodyAt(toAddress) &&
      sale.rightAddresses.some(({ address, until }) => address === toAddress && until === null)
    );
  }

  function shouldBeThere(sale: Sale, row: OrderState, { approved, approvedAt }: Writing): boolean {
    if (!approved || agenda.now() - approvedAt < grace || row.deleted_at !== null) return false;
    if (approvedAt <= sale.unclearUntil) return false;
    const isSendable = row.payment_status === 'paid' || row.payment_status === 'partially_refunded';
    return row.status === 'approved' && isSendable && row.hold === null && canBeReached(sale);
  }

  /** Each order with a mail that was given up stands in the alerts. */
  function askWhetherTold(client: Sqlite.Database): void {
    const givenUp = Number(statementsOf(client).ordersOfMailsGivenUp.get());
    const told = () => listAlerts(shop.app().context).find(({ code }) => code === 'mail_failed')?.count ?? 0;
    ledger.ask(
      'no mail stands still',
      givenUp === 0 || told() >= givenUp,
      () => `mails about ${givenUp} orders were given up, and the alert counts ${told()}`,
    );
  }

  return { askAbout, askWhetherTold };
}

const isNobodyAt = (address: string) => address.includes('@nowhere.');

/** @returns whether the last address that was given has a mailbox */
function canBeReached(sale: Sale): boolean {
  const address = sale.rightAddresses.at(-1)?.address;
  return address !== undefined && !isNobodyAt(address);
}

function prepare(client: Sqlite.Database) {
  return {
    unsentMails: client.prepare(
      `SELECT state, to_address AS toAddress, created_at AS createdAt, next_attempt_at AS nextAttemptAt FROM outbox
        WHERE order_id = ? AND kind = ? AND state IN ('queued', 'failed')`,
    ),
    withdrawal: client.prepare(
      'SELECT 1 FROM withdrawals WHERE order_id = ? AND (lifted_at IS NULL OR lifted_at > ?)',
    ),
    ordersOfMailsGivenUp: client
      .prepare(
        `SELECT count(DISTINCT orders.id) FROM outbox JOIN orders ON orders.id = outbox.order_id
          WHERE state = 'failed' AND user_id IS NULL AND deleted_at IS NULL`,
      )
      .pluck(),
  };
}
