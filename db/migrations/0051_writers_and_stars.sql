ALTER TABLE `feedback` ADD `stars` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `about` text;