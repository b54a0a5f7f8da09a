CREATE TABLE `order_tallies` (
	`payment_status` text NOT NULL,
	`status` text NOT NULL,
	`reader_id` text NOT NULL,
	`is_deleted` integer NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`payment_status`, `status`, `reader_id`, `is_deleted`)
);
--> statement-breakpoint
DROP INDEX `orders_payment_status`;--> statement-breakpoint
DROP INDEX `orders_customer`;--> statement-breakpoint
CREATE INDEX `orders_facets` ON `orders` (`payment_status`,`status`,`assigned_reader_id`,("deleted_at" IS NOT NULL),`seq`);--> statement-breakpoint
CREATE INDEX `orders_customer` ON `orders` ("customer_name" COLLATE NOCASE,`seq`,`customer_email`,`order_number`);