import type { Logger } from 'pino';
import type { Database } from '../../../db/client.ts';

/**
 * Logs new entries in the timelines of orders, with the order's number: that number and the number of the request find
 * everything about an order in the log. The actor is not logged: no line has names in it.
 *
 * A trigger of this connection sees each row from any caller while its request is known.
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
