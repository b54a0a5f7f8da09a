-- What the admin's search looks at: any three characters in a row of name, address and number.
CREATE VIRTUAL TABLE orders_search USING fts5(customer_name, customer_email, order_number, tokenize = 'trigram');
--> statement-breakpoint
INSERT INTO orders_search (rowid, customer_name, customer_email, order_number)
SELECT seq, customer_name, customer_email, order_number FROM orders;
--> statement-breakpoint
CREATE TRIGGER orders_search_insert AFTER INSERT ON orders
BEGIN
  INSERT INTO orders_search (rowid, customer_name, customer_email, order_number)
  VALUES (new.seq, new.customer_name, new.customer_email, new.order_number);
END;
--> statement-breakpoint
CREATE TRIGGER orders_search_update AFTER UPDATE OF customer_name, customer_email, order_number ON orders
WHEN old.customer_name IS NOT new.customer_name
  OR old.customer_email IS NOT new.customer_email
  OR old.order_number IS NOT new.order_number
BEGIN
  UPDATE orders_search
  SET customer_name = new.customer_name, customer_email = new.customer_email, order_number = new.order_number
  WHERE rowid = new.seq;
END;
--> statement-breakpoint
CREATE TRIGGER orders_search_delete AFTER DELETE ON orders
BEGIN
  DELETE FROM orders_search WHERE rowid = old.seq;
END;
--> statement-breakpoint
INSERT INTO order_tallies (payment_status, status, reader_id, is_deleted, count)
SELECT payment_status, status, ifnull(assigned_reader_id, ''), deleted_at IS NOT NULL, count(*)
FROM orders GROUP BY 1, 2, 3, 4;
--> statement-breakpoint
CREATE TRIGGER order_tallies_insert AFTER INSERT ON orders
BEGIN
  INSERT INTO order_tallies (payment_status, status, reader_id, is_deleted, count)
  VALUES (new.payment_status, new.status, ifnull(new.assigned_reader_id, ''), new.deleted_at IS NOT NULL, 1)
  ON CONFLICT DO UPDATE SET count = count + 1;
END;
--> statement-breakpoint
CREATE TRIGGER order_tallies_update AFTER UPDATE OF payment_status, status, assigned_reader_id, deleted_at ON orders
WHEN old.payment_status IS NOT new.payment_status
  OR old.status IS NOT new.status
  OR old.assigned_reader_id IS NOT new.assigned_reader_id
  OR (old.deleted_at IS NULL) IS NOT (new.deleted_at IS NULL)
BEGIN
  UPDATE order_tallies SET count = count - 1
  WHERE payment_status = old.payment_status AND status = old.status
    AND reader_id = ifnull(old.assigned_reader_id, '') AND is_deleted = (old.deleted_at IS NOT NULL);
  INSERT INTO order_tallies (payment_status, status, reader_id, is_deleted, count)
  VALUES (new.payment_status, new.status, ifnull(new.assigned_reader_id, ''), new.deleted_at IS NOT NULL, 1)
  ON CONFLICT DO UPDATE SET count = count + 1;
END;
--> statement-breakpoint
CREATE TRIGGER order_tallies_delete AFTER DELETE ON orders
BEGIN
  UPDATE order_tallies SET count = count - 1
  WHERE payment_status = old.payment_status AND status = old.status
    AND reader_id = ifnull(old.assigned_reader_id, '') AND is_deleted = (old.deleted_at IS NOT NULL);
END;
