CREATE TABLE `terms` (
	`id` text PRIMARY KEY NOT NULL,
	`words` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `disputes` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`status` text NOT NULL,
	`reason` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`withdrawn_cents` integer NOT NULL,
	`due_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `disputes_order` ON `disputes` (`order_id`);--> statement-breakpoint
CREATE INDEX `disputes_open` ON `disputes` (`due_at`) WHERE status IN ('needs_response', 'under_review', 'warning_needs_response', 'warning_under_review');--> statement-breakpoint
CREATE TABLE `payment_warnings` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`kind` text NOT NULL,
	`reason` text NOT NULL,
	`is_open` integer NOT NULL,
	`created_at` integer NOT NULL,
	`dismissed_at` integer,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `payment_warnings_order` ON `payment_warnings` (`order_id`);--> statement-breakpoint
CREATE INDEX `payment_warnings_open` ON `payment_warnings` (`created_at`) WHERE is_open = 1 AND dismissed_at IS NULL;--> statement-breakpoint
CREATE TABLE `refunds` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`stripe_id` text,
	`amount_cents` integer NOT NULL,
	`status` text NOT NULL,
	`asked_by` text,
	`refunded_before_cents` integer DEFAULT 0 NOT NULL,
	`failure` text,
	`created_at` integer NOT NULL,
	`seen_at` integer,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_stripe_id_unique` ON `refunds` (`stripe_id`);--> statement-breakpoint
CREATE INDEX `refunds_order` ON `refunds` (`order_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_asked` ON `refunds` (`order_id`) WHERE status = 'asked';--> statement-breakpoint
CREATE INDEX `refunds_failed` ON `refunds` (`created_at`) WHERE status = 'failed' AND seen_at IS NULL;--> statement-breakpoint
CREATE TABLE `service_facts` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `orders` ADD `received_cents` integer;--> statement-breakpoint
ALTER TABLE `orders` ADD `refunding_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `orders` ADD `dispute` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `hold` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `money_asked_at` integer;--> statement-breakpoint
ALTER TABLE `orders` ADD `terms_id` text REFERENCES terms(id);--> statement-breakpoint
-- What was paid before this was what the order cost; what is in review is asked for when somebody decides.
UPDATE `orders` SET `received_cents` = `amount_cents` WHERE `payment_status` NOT IN ('unpaid', 'review');--> statement-breakpoint
UPDATE `orders` SET `dispute` = 'open' WHERE `payment_status` = 'disputed';--> statement-breakpoint
INSERT INTO `service_facts` (`name`, `value`) VALUES ('id', lower(hex(randomblob(8))));
