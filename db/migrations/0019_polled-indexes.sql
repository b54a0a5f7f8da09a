DROP INDEX `orders_unpaid`;--> statement-breakpoint
CREATE INDEX `orders_questioned` ON `orders` (`seq`) WHERE dispute IN ('inquiry', 'open');--> statement-breakpoint
CREATE INDEX `orders_unpaid` ON `orders` (`payment_status`,`created_at`) WHERE payment_status = 'unpaid' AND erased_at IS NULL;--> statement-breakpoint
CREATE INDEX `checkouts_created` ON `checkouts` (`created_at`);--> statement-breakpoint
CREATE INDEX `order_links_expiry` ON `order_links` (`expires_at`);--> statement-breakpoint
CREATE INDEX `missed_webhooks_found` ON `missed_webhooks` (`found_at`);