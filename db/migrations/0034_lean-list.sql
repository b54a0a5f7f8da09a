DROP TABLE `saved_views`;
--> statement-breakpoint
-- A search finds orders by name, address and number alone: the index of the words in readings goes.
DROP TRIGGER readings_search_insert;
--> statement-breakpoint
DROP TRIGGER readings_search_update;
--> statement-breakpoint
DROP TRIGGER readings_search_delete;
--> statement-breakpoint
DROP TABLE readings_to_index;
--> statement-breakpoint
DROP TABLE readings_search;
--> statement-breakpoint
-- No mail of this kind is written any more; one that waits would only fail.
UPDATE outbox SET state = 'canceled' WHERE kind = 'order_taken_away' AND state = 'queued';
