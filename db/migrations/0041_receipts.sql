CREATE TABLE `receipts` (
	`number` integer PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`order_id` text NOT NULL,
	`order_number` text NOT NULL,
	`refund_id` text,
	`issued_at` integer NOT NULL,
	`amount_minor` integer NOT NULL,
	`currency` text NOT NULL,
	`tax_kind` text NOT NULL,
	`tax_rate` integer NOT NULL,
	`tax_minor` integer NOT NULL,
	`seller` text NOT NULL,
	`lines` text NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `receipts_order` ON `receipts` (`order_id`);--> statement-breakpoint
CREATE INDEX `receipts_issued` ON `receipts` (`issued_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `receipts_of_order` ON `receipts` (`order_id`) WHERE kind = 'receipt';
--> statement-breakpoint
-- What was issued never changes, and the numbers have no gaps.
CREATE TRIGGER receipts_no_update BEFORE UPDATE ON receipts
BEGIN
  SELECT RAISE(ABORT, 'receipts is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER receipts_no_delete BEFORE DELETE ON receipts
BEGIN
  SELECT RAISE(ABORT, 'receipts is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER receipts_next_number BEFORE INSERT ON receipts
WHEN NEW.number <> (SELECT ifnull(max(number), 0) + 1 FROM receipts)
BEGIN
  SELECT RAISE(ABORT, 'receipts are numbered without gaps');
END;
