ALTER TABLE `orders` ADD `internal_notes` text;--> statement-breakpoint
-- The notes of a reading and those of its drafts become the order's. A draft that begins with them replaces them.
UPDATE orders SET internal_notes = readings.internal_notes
  FROM readings WHERE readings.order_id = orders.id AND readings.internal_notes <> '';
--> statement-breakpoint
UPDATE orders SET internal_notes = ifnull(
  (SELECT trim(internal_notes, char(9, 10, 13, 32)) FROM reading_drafts
    WHERE order_id = orders.id AND trim(internal_notes, char(9, 10, 13, 32)) <> ''
      AND instr(internal_notes, ifnull(orders.internal_notes, '')) > 0
    ORDER BY saved_at DESC LIMIT 1),
  internal_notes)
  WHERE id IN (SELECT order_id FROM reading_drafts WHERE internal_notes <> '');
--> statement-breakpoint
-- Then other drafts and each note on the order are added, with who wrote it and when, the oldest first. Customers get
-- the notes with their data: staff are named as customers know them, or by their role.
WITH notes AS (
  SELECT order_id, author_id, created_at AS at, text, rowid AS place FROM order_notes
  UNION ALL
  SELECT order_id, author_id, saved_at, trim(internal_notes, char(9, 10, 13, 32)), 0 FROM reading_drafts
    WHERE trim(internal_notes, char(9, 10, 13, 32)) <> ''
      AND instr((SELECT orders.internal_notes FROM orders WHERE orders.id = order_id),
        trim(internal_notes, char(9, 10, 13, 32))) = 0
), added AS (
  SELECT order_id, group_concat(
    ifnull(nullif(display_name, ''), CASE role WHEN 'admin' THEN 'Admin' ELSE 'Reader' END) || ', ' || strftime('%Y-%m-%d %H:%M', at / 1000, 'unixepoch') || ' UTC: ' || text,
    char(10, 10) ORDER BY at, place) AS text
  FROM notes INNER JOIN users ON users.id = author_id GROUP BY order_id
)
UPDATE orders SET internal_notes = ifnull(internal_notes || char(10, 10), '') || added.text
  FROM added WHERE added.order_id = orders.id;
--> statement-breakpoint
DROP TABLE `order_notes`;--> statement-breakpoint
ALTER TABLE `reading_drafts` DROP COLUMN `internal_notes`;--> statement-breakpoint
ALTER TABLE `readings` DROP COLUMN `internal_notes`;--> statement-breakpoint
-- No mail of these kinds is written any more; one that waits would only fail.
UPDATE outbox SET state = 'canceled' WHERE kind IN ('note_from_admin', 'note_from_reader') AND state = 'queued';
