DROP INDEX `orders_paid`;--> statement-breakpoint
CREATE INDEX `orders_paid` ON `orders` (`paid_at`,`payment_status`,`amount_minor`,`refunded_minor`,`currency`) WHERE paid_at IS NOT NULL;--> statement-breakpoint
ALTER TABLE `checkouts` ADD `currency` text DEFAULT 'usd' NOT NULL;--> statement-breakpoint
ALTER TABLE `offers` ADD `currency` text DEFAULT 'usd' NOT NULL;--> statement-breakpoint
ALTER TABLE `stray_payments` ADD `currency` text DEFAULT 'usd' NOT NULL;