DROP INDEX `orders_email`;--> statement-breakpoint
ALTER TABLE `orders` ADD `canonical_email` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `orders_email` ON `orders` (`canonical_email`,`seq`);--> statement-breakpoint
-- In ASCII lower case is all there is to it. What others are made of the program fills in, with what a search looks at.
UPDATE orders SET canonical_email = lower(customer_email)
  WHERE customer_email NOT GLOB '*[^ -~]*' AND customer_email NOT LIKE '%@%xn--%';
--> statement-breakpoint
UPDATE orders SET search_text = '' WHERE canonical_email = '' AND customer_email <> '';
