ALTER TABLE `orders` ADD `refunded_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `orders` ADD `delivered_at` integer;--> statement-breakpoint
CREATE INDEX `orders_open` ON `orders` (`due_at`) WHERE status <> 'approved' AND deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `orders_paid` ON `orders` (`paid_at`,`payment_status`,`amount_cents`,`refunded_cents`);--> statement-breakpoint
CREATE INDEX `orders_delivered` ON `orders` (`delivered_at`,`due_at`,`paid_at`);--> statement-breakpoint
CREATE INDEX `order_events_type` ON `order_events` (`type`,`created_at`);--> statement-breakpoint
UPDATE orders SET delivered_at = (
  SELECT min(sent_at) FROM outbox
  WHERE outbox.order_id = orders.id AND outbox.kind = 'reading_delivery' AND outbox.state = 'sent'
) WHERE status = 'approved';
--> statement-breakpoint
UPDATE orders SET refunded_cents = amount_cents WHERE payment_status = 'refunded';
--> statement-breakpoint
UPDATE orders SET refunded_cents = ifnull((
  SELECT json_extract(data, '$.refundedCents') FROM order_events
  WHERE order_events.order_id = orders.id AND type = 'payment_changed' ORDER BY id DESC LIMIT 1
), 0) WHERE payment_status = 'partially_refunded';
