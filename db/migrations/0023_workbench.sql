CREATE TABLE `customer_notes` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`author_id` text NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `customer_notes_order` ON `customer_notes` (`order_id`);--> statement-breakpoint
CREATE TABLE `order_notes` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`author_id` text NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `order_notes_order` ON `order_notes` (`order_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `saved_views` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`name` text NOT NULL,
	`query` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `saved_views_owner` ON `saved_views` (`owner_id`);--> statement-breakpoint
CREATE TABLE `reading_comments` (
	`id` text PRIMARY KEY NOT NULL,
	`reading_id` text NOT NULL,
	`revision` integer NOT NULL,
	`from_character` integer NOT NULL,
	`to_character` integer NOT NULL,
	`text` text NOT NULL,
	`author_id` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`reading_id`) REFERENCES `readings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `reading_comments_reading` ON `reading_comments` (`reading_id`,`revision`);--> statement-breakpoint
ALTER TABLE `reading_drafts` ADD `cards` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `reading_revisions` ADD `cards` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `readings` ADD `cards` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
CREATE INDEX `orders_email` ON `orders` ("customer_email" COLLATE NOCASE,`seq`);