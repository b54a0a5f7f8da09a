CREATE TABLE `checkout_orders` (
	`order_id` text PRIMARY KEY NOT NULL,
	`checkout_id` text NOT NULL,
	`acknowledged_at` integer,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`checkout_id`) REFERENCES `checkouts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `checkout_orders_checkout` ON `checkout_orders` (`checkout_id`);--> statement-breakpoint
CREATE TABLE `payment_origins` (
	`payment_intent_id` text PRIMARY KEY NOT NULL,
	`checkout_id` text NOT NULL,
	`address` text NOT NULL,
	FOREIGN KEY (`checkout_id`) REFERENCES `checkouts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `payment_origins_checkout` ON `payment_origins` (`checkout_id`);--> statement-breakpoint
CREATE INDEX `payment_origins_address` ON `payment_origins` (`address`);--> statement-breakpoint
ALTER TABLE `stripe_events` ADD `card` text;--> statement-breakpoint
CREATE INDEX `stripe_events_card` ON `stripe_events` (`card`,`received_at`) WHERE card IS NOT NULL;