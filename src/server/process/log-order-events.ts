import type { Logger } from 'pino';
import type { Database } from '../../../db/client.ts';

/**
 * Logs what stands in the timelines of orders from now on, with the order's number: by it, and by the number of the
 * request, everything about an order is found in the log. Who did it is not told: names stand in no line.
 *
 * A trigger of this connection alone hears of each row, whoever writes it, while it is known for which request.
 */
export function logOrderEvents({ $client, commits }: Database, log: Logger): void {
  $client.function('log_order_event', (orderId, orderNumber, event) => {
    const written = commits.watch();
    void written().then(
      () => log.info({ orderNumber, orderId, event }, 'an order moved on'),
      () => undefined,
    );
    return null;
  });
  $client.exec(`CREATE TEMP TRIGGER log_order_events AFTER INSERT ON main.order_events
    BEGIN
      SELECT log_order_event(new.order_id, (SELECT order_number FROM orders WHERE id = new.order_id), new.type);
    END`);
}
