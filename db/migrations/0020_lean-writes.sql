DROP INDEX `order_events_type`;--> statement-breakpoint
CREATE INDEX `order_events_type` ON `order_events` (`type`,`created_at`) WHERE type = 'reading_submitted' OR type = 'reading_rejected' OR type = 'payment_failed';--> statement-breakpoint
DROP INDEX `orders_assigned`;--> statement-breakpoint
DROP INDEX `orders_reader`;--> statement-breakpoint
DROP INDEX `orders_paid`;--> statement-breakpoint
DROP INDEX `orders_delivered`;--> statement-breakpoint
CREATE INDEX `orders_assigned` ON `orders` (`assigned_reader_id`,`assigned_at`) WHERE assigned_reader_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `orders_reader` ON `orders` (`assigned_reader_id`,`status`,`due_at`,`seq`) WHERE assigned_reader_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `orders_paid` ON `orders` (`paid_at`,`payment_status`,`amount_cents`,`refunded_cents`) WHERE paid_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `orders_delivered` ON `orders` (`delivered_at`,`due_at`,`paid_at`) WHERE delivered_at IS NOT NULL;--> statement-breakpoint
DROP INDEX `outbox_user`;--> statement-breakpoint
CREATE INDEX `outbox_user` ON `outbox` (`user_id`,`kind`) WHERE user_id IS NOT NULL;--> statement-breakpoint
-- Each commit adds its orders at once (db/order-search.ts).
DROP TRIGGER orders_search_insert;
--> statement-breakpoint
INSERT INTO orders_search (orders_search, rank) VALUES ('automerge', 0);
--> statement-breakpoint
INSERT INTO orders_search (orders_search, rank) VALUES ('usermerge', 8);
