-- The search looks at one folded text of each order, which the program writes.
DROP TRIGGER orders_search_insert;
--> statement-breakpoint
DROP TRIGGER orders_search_update;
--> statement-breakpoint
DROP TRIGGER orders_search_delete;
--> statement-breakpoint
DROP TABLE orders_search;
--> statement-breakpoint
CREATE VIRTUAL TABLE orders_search USING fts5(search_text, tokenize = 'trigram');
--> statement-breakpoint
INSERT INTO orders_search (rowid, search_text) SELECT seq, search_text FROM orders;
--> statement-breakpoint
CREATE TRIGGER orders_search_insert AFTER INSERT ON orders
BEGIN
  INSERT INTO orders_search (rowid, search_text) VALUES (new.seq, new.search_text);
END;
--> statement-breakpoint
CREATE TRIGGER orders_search_update AFTER UPDATE OF search_text ON orders
WHEN old.search_text IS NOT new.search_text
BEGIN
  UPDATE orders_search SET search_text = new.search_text WHERE rowid = new.seq;
END;
--> statement-breakpoint
CREATE TRIGGER orders_search_delete AFTER DELETE ON orders
BEGIN
  DELETE FROM orders_search WHERE rowid = old.seq;
END;
