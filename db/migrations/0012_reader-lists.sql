DROP INDEX `orders_reader`;--> statement-breakpoint
DROP INDEX `orders_open`;--> statement-breakpoint
CREATE INDEX `orders_reader` ON `orders` (`assigned_reader_id`,`status`,`due_at`,`seq`);--> statement-breakpoint
CREATE INDEX `orders_open` ON `orders` (`due_at`,`seq`,`status`,`payment_status`) WHERE status <> 'approved' AND deleted_at IS NULL;