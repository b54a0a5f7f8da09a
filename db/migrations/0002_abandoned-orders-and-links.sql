CREATE TABLE `order_links` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `order_links_order` ON `order_links` (`order_id`);--> statement-breakpoint
CREATE TABLE `stray_payments` (
	`payment_intent_id` text PRIMARY KEY NOT NULL,
	`amount_cents` integer NOT NULL,
	`seen_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `checkouts` ADD `acknowledged_at` integer;--> statement-breakpoint
ALTER TABLE `orders` ADD `abandoned_at` integer;--> statement-breakpoint
ALTER TABLE `orders` ADD `erased_at` integer;--> statement-breakpoint
CREATE INDEX `orders_unpaid` ON `orders` (`created_at`) WHERE payment_status = 'unpaid' AND erased_at IS NULL;--> statement-breakpoint
ALTER TABLE `stripe_events` ADD `payment_id` text;--> statement-breakpoint
CREATE INDEX `stripe_events_type` ON `stripe_events` (`type`,`received_at`);--> statement-breakpoint
CREATE INDEX `stripe_events_payment` ON `stripe_events` (`payment_id`,`type`);--> statement-breakpoint
CREATE INDEX `outbox_failed` ON `outbox` (`id`) WHERE state = 'failed';