DROP INDEX `orders_customer`;--> statement-breakpoint
ALTER TABLE `orders` ADD `search_text` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `orders_without_search_text` ON `orders` (`seq`) WHERE search_text = '';--> statement-breakpoint
CREATE INDEX `orders_customer` ON `orders` ("customer_name" COLLATE NOCASE,`seq`,`search_text`);