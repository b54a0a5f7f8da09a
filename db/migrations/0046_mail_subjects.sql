ALTER TABLE `outbox` ADD `subject_id` text;--> statement-breakpoint
ALTER TABLE `outbox` ADD `subject_state` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `outbox` ADD `due_until` integer;--> statement-breakpoint
ALTER TABLE `outbox` ADD `is_repeat` integer DEFAULT false NOT NULL;--> statement-breakpoint
-- Until now the Message-ID named the subject: `<refund_made~SUBJECT@host>`, or `<RANDOM~SUBJECT@host>` for a repeat.
UPDATE `outbox` SET `subject_id` = substr(`message_id`, instr(`message_id`, '~') + 1,
    instr(`message_id`, '@') - instr(`message_id`, '~') - 1)
  WHERE `kind` IN ('refund_made', 'refund_failed', 'dispute_closed', 'new_day') AND instr(`message_id`, '~') > 0;--> statement-breakpoint
-- A dispute with its outcome, `du_1.won`.
UPDATE `outbox` SET `subject_state` = CASE WHEN `subject_id` LIKE '%.won' THEN 'won' ELSE 'lost' END,
    `subject_id` = substr(`subject_id`, 1, length(`subject_id`) - CASE WHEN `subject_id` LIKE '%.won' THEN 4 ELSE 5 END)
  WHERE `kind` = 'dispute_closed' AND `subject_id` IS NOT NULL;--> statement-breakpoint
-- An order with its new day, `ORDER.2026-11-25`: the event has it too.
UPDATE `outbox` SET `subject_id` = (SELECT max(`order_events`.`id`) FROM `order_events`
    WHERE `order_events`.`order_id` = `outbox`.`order_id` AND `order_events`.`type` = 'day_moved'
      AND `order_events`.`data` ->> 'toDay' = substr(`outbox`.`subject_id`, -10))
  WHERE `kind` = 'new_day' AND `subject_id` IS NOT NULL;--> statement-breakpoint
UPDATE `outbox` SET `is_repeat` = 1 WHERE `subject_id` IS NOT NULL AND `id` NOT IN
  (SELECT min(`id`) FROM `outbox` WHERE `subject_id` IS NOT NULL GROUP BY `kind`, `subject_id`, `subject_state`);--> statement-breakpoint
-- Notices of a due day: `<RANDOM~2026-11-25.END@host>`.
UPDATE `outbox` SET `due_until` = CAST(substr(`message_id`, instr(`message_id`, '~') + 12) AS INTEGER)
  WHERE `kind` IN ('due_soon', 'order_overdue', 'reading_late') AND instr(`message_id`, '~') > 0;--> statement-breakpoint
-- The oldest named no day: they were about the due date of their time.
UPDATE `outbox` SET `due_until` = 1 + (SELECT coalesce(`orders`.`due_at`, (SELECT max(`due_at`) FROM `customer_questions`
      WHERE `customer_questions`.`order_id` = `orders`.`id` AND `closed_at` IS NULL))
    FROM `orders` WHERE `orders`.`id` = `outbox`.`order_id`)
  WHERE `kind` IN ('due_soon', 'order_overdue', 'reading_late') AND `due_until` IS NULL AND NOT EXISTS
    (SELECT 1 FROM `order_events` WHERE `order_events`.`order_id` = `outbox`.`order_id`
      AND `order_events`.`type` = 'day_moved' AND `order_events`.`created_at` >= `outbox`.`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_subject` ON `outbox` (`subject_id`,`kind`,`subject_state`) WHERE subject_id IS NOT NULL AND is_repeat = 0;
