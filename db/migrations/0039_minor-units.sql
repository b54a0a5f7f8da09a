-- Amounts are whole minor units of their currency, whatever the currency.
ALTER TABLE `orders` RENAME COLUMN `amount_cents` TO `amount_minor`;--> statement-breakpoint
ALTER TABLE `orders` RENAME COLUMN `received_cents` TO `received_minor`;--> statement-breakpoint
ALTER TABLE `orders` RENAME COLUMN `refunded_cents` TO `refunded_minor`;--> statement-breakpoint
ALTER TABLE `orders` RENAME COLUMN `refunding_cents` TO `refunding_minor`;--> statement-breakpoint
ALTER TABLE `refunds` RENAME COLUMN `amount_cents` TO `amount_minor`;--> statement-breakpoint
ALTER TABLE `refunds` RENAME COLUMN `refunded_before_cents` TO `refunded_before_minor`;--> statement-breakpoint
ALTER TABLE `disputes` RENAME COLUMN `amount_cents` TO `amount_minor`;--> statement-breakpoint
ALTER TABLE `disputes` RENAME COLUMN `withdrawn_cents` TO `withdrawn_minor`;--> statement-breakpoint
ALTER TABLE `stray_payments` RENAME COLUMN `amount_cents` TO `amount_minor`;--> statement-breakpoint
ALTER TABLE `checkouts` RENAME COLUMN `amount_cents` TO `amount_minor`;--> statement-breakpoint
ALTER TABLE `offers` RENAME COLUMN `price_cents` TO `price_minor`;--> statement-breakpoint
ALTER TABLE `withdrawals` RENAME COLUMN `due_cents` TO `due_minor`;--> statement-breakpoint
UPDATE `offers` SET `add_ons` = replace(`add_ons`, '"priceCents":', '"priceMinor":');--> statement-breakpoint
UPDATE `orders` SET `add_ons` = replace(`add_ons`, '"priceCents":', '"priceMinor":') WHERE `add_ons` <> '[]';
--> statement-breakpoint
DROP TRIGGER order_events_no_update;
--> statement-breakpoint
UPDATE `order_events` SET `data` = replace(`data`, 'Cents":', 'Minor":') WHERE `data` LIKE '%Cents":%';
--> statement-breakpoint
CREATE TRIGGER order_events_no_update BEFORE UPDATE ON order_events
BEGIN
  SELECT RAISE(ABORT, 'order_events is append-only');
END;
