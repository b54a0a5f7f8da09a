CREATE TABLE `customer_questions` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`asked_by_id` text NOT NULL,
	`question` text NOT NULL,
	`asked_at` integer NOT NULL,
	`answer` text,
	`closed_at` integer,
	`reminded_at` integer,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`asked_by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `customer_questions_order` ON `customer_questions` (`order_id`,`asked_at`);--> statement-breakpoint
CREATE INDEX `customer_questions_open` ON `customer_questions` (`asked_at`) WHERE closed_at IS NULL;--> statement-breakpoint
CREATE TABLE `portraits` (
	`user_id` text PRIMARY KEY NOT NULL,
	`picture` blob NOT NULL,
	`alt` text NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `site_texts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`value` text NOT NULL,
	`changed_by_id` text NOT NULL,
	`changed_at` integer NOT NULL,
	FOREIGN KEY (`changed_by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `site_texts_name` ON `site_texts` (`name`,`id`);--> statement-breakpoint
ALTER TABLE `orders` ADD `promised_day` text;--> statement-breakpoint
ALTER TABLE `users` ADD `readings_per_day` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `display_name` text;--> statement-breakpoint
ALTER TABLE `users` ADD `reading_since` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `signature` text;