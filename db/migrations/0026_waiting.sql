ALTER TABLE `customer_questions` ADD `due_at` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `customer_questions_one_open` ON `customer_questions` (`order_id`) WHERE closed_at IS NULL;