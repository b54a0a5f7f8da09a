DROP INDEX `checkouts_order_id_unique`;--> statement-breakpoint
ALTER TABLE `checkouts` DROP COLUMN `order_id`;--> statement-breakpoint
ALTER TABLE `checkouts` DROP COLUMN `acknowledged_at`;