CREATE TABLE `codes` (
	`id` text PRIMARY KEY NOT NULL,
	`code` text NOT NULL,
	`percent_off` integer,
	`amount_off_minor` integer,
	`currency` text,
	`use_limit` integer,
	`per_address` integer,
	`from_day` text,
	`until_day` text,
	`offer_ids` text DEFAULT '[]' NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `codes_code_unique` ON `codes` (`code`);--> statement-breakpoint
ALTER TABLE `orders` ADD `code_id` text REFERENCES codes(id);--> statement-breakpoint
ALTER TABLE `orders` ADD `code` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `discount_minor` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `orders_code` ON `orders` (`code_id`,`canonical_email`,`payment_status`,`abandoned_at`) WHERE code_id IS NOT NULL;