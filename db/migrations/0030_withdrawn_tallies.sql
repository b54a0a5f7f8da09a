ALTER TABLE `withdrawals` ADD `due_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `withdrawals` ADD `settled_at` integer;--> statement-breakpoint
ALTER TABLE `withdrawals` ADD `settled_by_id` text REFERENCES users(id);--> statement-breakpoint
ALTER TABLE `order_tallies` ADD `ended` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- What was left to go back when a withdrawal was stated: what had been given back before is known by its refunds.
UPDATE withdrawals SET due_cents = max(0,
  (SELECT ifnull(received_cents, amount_cents) FROM orders WHERE orders.id = withdrawals.order_id)
  - (SELECT ifnull(sum(amount_cents), 0) FROM refunds
    WHERE refunds.order_id = withdrawals.order_id AND status = 'succeeded' AND created_at < stated_at));
--> statement-breakpoint
INSERT INTO order_tallies (payment_status, status, reader_id, is_deleted, count, ended)
SELECT payment_status, status, ifnull(assigned_reader_id, ''), deleted_at IS NOT NULL, count(*), count(*)
FROM orders WHERE hold IN ('refund', 'withdrawal') GROUP BY 1, 2, 3, 4
ON CONFLICT DO UPDATE SET ended = excluded.ended;
--> statement-breakpoint
DROP TRIGGER order_tallies_insert;
--> statement-breakpoint
DROP TRIGGER order_tallies_update;
--> statement-breakpoint
DROP TRIGGER order_tallies_delete;
--> statement-breakpoint
CREATE TRIGGER order_tallies_insert AFTER INSERT ON orders
BEGIN
  INSERT INTO order_tallies (payment_status, status, reader_id, is_deleted, count, ended)
  VALUES (new.payment_status, new.status, ifnull(new.assigned_reader_id, ''), new.deleted_at IS NOT NULL, 1,
    ifnull(new.hold, '') IN ('refund', 'withdrawal'))
  ON CONFLICT DO UPDATE SET count = count + 1, ended = ended + excluded.ended;
END;
--> statement-breakpoint
CREATE TRIGGER order_tallies_update AFTER UPDATE OF payment_status, status, assigned_reader_id, deleted_at, hold ON orders
WHEN old.payment_status IS NOT new.payment_status
  OR old.status IS NOT new.status
  OR old.assigned_reader_id IS NOT new.assigned_reader_id
  OR (old.deleted_at IS NULL) IS NOT (new.deleted_at IS NULL)
  OR old.hold IS NOT new.hold
BEGIN
  UPDATE order_tallies SET count = count - 1, ended = ended - (ifnull(old.hold, '') IN ('refund', 'withdrawal'))
  WHERE payment_status = old.payment_status AND status = old.status
    AND reader_id = ifnull(old.assigned_reader_id, '') AND is_deleted = (old.deleted_at IS NOT NULL);
  INSERT INTO order_tallies (payment_status, status, reader_id, is_deleted, count, ended)
  VALUES (new.payment_status, new.status, ifnull(new.assigned_reader_id, ''), new.deleted_at IS NOT NULL, 1,
    ifnull(new.hold, '') IN ('refund', 'withdrawal'))
  ON CONFLICT DO UPDATE SET count = count + 1, ended = ended + excluded.ended;
END;
--> statement-breakpoint
CREATE TRIGGER order_tallies_delete AFTER DELETE ON orders
BEGIN
  UPDATE order_tallies SET count = count - 1, ended = ended - (ifnull(old.hold, '') IN ('refund', 'withdrawal'))
  WHERE payment_status = old.payment_status AND status = old.status
    AND reader_id = ifnull(old.assigned_reader_id, '') AND is_deleted = (old.deleted_at IS NOT NULL);
END;
