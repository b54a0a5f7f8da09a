CREATE TABLE `feedback` (
	`order_id` text PRIMARY KEY NOT NULL,
	`asked_at` integer,
	`helped` text,
	`words` text,
	`may_publish` integer DEFAULT false NOT NULL,
	`shown_name` text DEFAULT 'none' NOT NULL,
	`given_at` integer,
	`published_at` integer,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `feedback_given` ON `feedback` (`given_at`) WHERE given_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `feedback_published` ON `feedback` (`published_at`) WHERE published_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `order_problems` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`words` text NOT NULL,
	`told_at` integer NOT NULL,
	`answer_by` integer NOT NULL,
	`closed_at` integer,
	`closed_by_id` text,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`closed_by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `order_problems_order` ON `order_problems` (`order_id`,`told_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `order_problems_one_open` ON `order_problems` (`order_id`) WHERE closed_at IS NULL;--> statement-breakpoint
CREATE INDEX `order_problems_open` ON `order_problems` (`answer_by`) WHERE closed_at IS NULL;--> statement-breakpoint
CREATE TABLE `withdrawals` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`words` text NOT NULL,
	`stated_at` integer NOT NULL,
	`lifted_at` integer,
	`lifted_by_id` text,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`lifted_by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `withdrawals_order` ON `withdrawals` (`order_id`,`stated_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `withdrawals_one_open` ON `withdrawals` (`order_id`) WHERE lifted_at IS NULL;--> statement-breakpoint
ALTER TABLE `orders` ADD `consent_id` text REFERENCES terms(id);--> statement-breakpoint
ALTER TABLE `orders` ADD `consented_at` integer;--> statement-breakpoint
CREATE INDEX `orders_withdrawn` ON `orders` (`seq`) WHERE hold = 'withdrawal';