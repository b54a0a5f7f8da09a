CREATE TABLE `messages` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`kind` text NOT NULL,
	`sender` text NOT NULL,
	`author_id` text,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	`closed_at` integer,
	`due_at` integer,
	`reminded_at` integer,
	`answer_by` integer,
	`is_for_admins` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `messages_order` ON `messages` (`order_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `messages_asked` ON `messages` (`created_at`) WHERE kind = 'question' AND closed_at IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `messages_one_question` ON `messages` (`order_id`) WHERE kind = 'question' AND closed_at IS NULL;--> statement-breakpoint
CREATE INDEX `messages_to_answer` ON `messages` (`answer_by`) WHERE answer_by IS NOT NULL AND closed_at IS NULL;--> statement-breakpoint
-- Questions, their answers and problems become one conversation, each with the time at which it was written.
-- Problems were told to the shop's owner, so the order's reader does not see them.
INSERT INTO `messages` (`id`, `order_id`, `kind`, `sender`, `author_id`, `text`, `created_at`, `closed_at`, `due_at`, `reminded_at`, `answer_by`, `is_for_admins`)
  SELECT * FROM (
    SELECT `id`, `order_id`, 'question' AS `kind`, 'shop', `asked_by_id`, `question`, `asked_at` AS `at`, `closed_at`, `due_at`, `reminded_at`, NULL, 0
      FROM `customer_questions`
    UNION ALL
    SELECT `id` || '-answer', `order_id`, 'answer', 'customer', NULL, `answer`, ifnull(`closed_at`, `asked_at`), NULL, NULL, NULL, NULL, 0
      FROM `customer_questions` WHERE `answer` IS NOT NULL
    UNION ALL
    SELECT `id`, `order_id`, 'problem', 'customer', NULL, `words`, `told_at`, `closed_at`, NULL, NULL, `answer_by`, 1
      FROM `order_problems`
  ) ORDER BY `at`, `kind` = 'answer';--> statement-breakpoint
-- The notices about answers and problems are one now, which is muted where all that it replaces were.
UPDATE `outbox` SET `kind` = 'message_for_reader' WHERE `kind` = 'answer_for_reader';--> statement-breakpoint
UPDATE `outbox` SET `kind` = 'message_for_admin' WHERE `kind` IN ('answer_for_admin', 'problem_for_admin');--> statement-breakpoint
UPDATE `users` SET `muted_notices` = (
  SELECT json_group_array(CASE `value`
      WHEN 'answer_for_reader' THEN 'message_for_reader' WHEN 'problem_for_admin' THEN 'message_for_admin' ELSE `value` END)
    FROM json_each(`users`.`muted_notices`)
    WHERE `value` <> 'answer_for_admin' AND (`value` <> 'problem_for_admin' OR `users`.`muted_notices` LIKE '%"answer_for_admin"%')
  ) WHERE `muted_notices` LIKE '%"answer_for_%' OR `muted_notices` LIKE '%"problem_for_admin"%';--> statement-breakpoint
DROP TABLE `order_problems`;--> statement-breakpoint
DROP TABLE `customer_questions`;