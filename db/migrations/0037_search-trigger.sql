CREATE INDEX `orders_created` ON `orders` (`created_at`);
--> statement-breakpoint
-- A new order is in the index at once: no commit adds orders in batches, and no search looks at those that wait.
INSERT INTO orders_search (rowid, search_text) SELECT seq, search_text FROM orders
  WHERE seq > (SELECT coalesce(max(id), 0) FROM orders_search_content);
--> statement-breakpoint
CREATE TRIGGER orders_search_insert AFTER INSERT ON orders
BEGIN
  INSERT INTO orders_search (rowid, search_text) VALUES (new.seq, new.search_text);
END;
--> statement-breakpoint
-- FTS5's own defaults: it merges the parts of its index little by little.
INSERT INTO orders_search (orders_search, rank) VALUES ('automerge', 4);
--> statement-breakpoint
INSERT INTO orders_search (orders_search, rank) VALUES ('usermerge', 4);
