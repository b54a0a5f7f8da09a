CREATE INDEX `orders_kept` ON `orders` (`paid_at`) WHERE paid_at IS NOT NULL AND erased_at IS NULL;--> statement-breakpoint
-- What is taken out of the index of the orders is gone from its pages, instead of only being marked as gone.
INSERT INTO orders_search (orders_search, rank) VALUES ('secure-delete', 1);
