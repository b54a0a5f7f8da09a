CREATE TABLE `waitlist` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`canonical_email` text NOT NULL,
	`link_id` text,
	`created_at` integer NOT NULL,
	`confirmed_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `waitlist_canonical_email_unique` ON `waitlist` (`canonical_email`);--> statement-breakpoint
CREATE UNIQUE INDEX `waitlist_link_id_unique` ON `waitlist` (`link_id`);--> statement-breakpoint
CREATE INDEX `outbox_waitlist` ON `outbox` (`kind`) WHERE kind IN ('waitlist_confirmation', 'sales_open');