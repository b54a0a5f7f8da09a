-- The words of readings, folded, by the number of their order. What is new waits in `readings_to_index` for the
-- program, which folds it with the commit (db/reading-search.ts). No word in it has a place: it is half as large.
CREATE VIRTUAL TABLE readings_search USING fts5(
  words, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii', prefix = '3 4 5 6'
);
--> statement-breakpoint
CREATE TABLE readings_to_index (seq integer PRIMARY KEY NOT NULL);
--> statement-breakpoint
CREATE TRIGGER readings_search_insert AFTER INSERT ON readings
BEGIN
  INSERT OR IGNORE INTO readings_to_index (seq) SELECT seq FROM orders WHERE id = new.order_id;
END;
--> statement-breakpoint
CREATE TRIGGER readings_search_update AFTER UPDATE OF content ON readings
WHEN old.content IS NOT new.content
BEGIN
  INSERT OR IGNORE INTO readings_to_index (seq) SELECT seq FROM orders WHERE id = new.order_id;
END;
--> statement-breakpoint
CREATE TRIGGER readings_search_delete AFTER DELETE ON readings
BEGIN
  DELETE FROM readings_search WHERE rowid = (SELECT seq FROM orders WHERE id = old.order_id);
END;
--> statement-breakpoint
INSERT INTO readings_to_index (seq) SELECT orders.seq FROM readings INNER JOIN orders ON orders.id = readings.order_id;
--> statement-breakpoint
-- Apostrophes do not count any more: these are folded anew at the next start.
UPDATE orders SET search_text = '' WHERE instr(search_text, '''') > 0;
