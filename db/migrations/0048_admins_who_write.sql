ALTER TABLE `users` ADD `writes` integer DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE `users` SET `writes` = 1 WHERE `role` = 'reader';
