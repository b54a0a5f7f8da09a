CREATE TABLE `audit` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`actor_id` text,
	`actor_name` text NOT NULL,
	`kind` text NOT NULL,
	`action` text NOT NULL,
	`subject_kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`subject_label` text NOT NULL,
	`details` text NOT NULL,
	`words` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_at` ON `audit` (`at`);--> statement-breakpoint
CREATE INDEX `audit_kind` ON `audit` (`kind`,`at`);--> statement-breakpoint
-- It is only ever added to.
CREATE TRIGGER audit_no_update BEFORE UPDATE ON audit
BEGIN
  SELECT RAISE(ABORT, 'audit is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER audit_no_delete BEFORE DELETE ON audit
BEGIN
  SELECT RAISE(ABORT, 'audit is append-only');
END;
--> statement-breakpoint
-- Its words are in the table itself.
CREATE VIRTUAL TABLE audit_search USING fts5(
  words, content = '', tokenize = 'trigram'
);
--> statement-breakpoint
CREATE TRIGGER audit_search_insert AFTER INSERT ON audit
BEGIN
  INSERT INTO audit_search (rowid, words) VALUES (new.id, new.words);
END;
