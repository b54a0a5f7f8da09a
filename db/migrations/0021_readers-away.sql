ALTER TABLE `users` ADD `days_away` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `max_open_orders` integer;