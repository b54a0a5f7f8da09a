CREATE TABLE `offers` (
	`id` text PRIMARY KEY NOT NULL,
	`position` integer NOT NULL,
	`slug` text NOT NULL,
	`name` text NOT NULL,
	`summary` text DEFAULT '' NOT NULL,
	`text` text DEFAULT '' NOT NULL,
	`price_cents` integer NOT NULL,
	`days` integer DEFAULT 3 NOT NULL,
	`words` integer DEFAULT 500 NOT NULL,
	`visibility` text DEFAULT 'shown' NOT NULL,
	`standard_questions` integer DEFAULT false NOT NULL,
	`returning_only` integer DEFAULT false NOT NULL,
	`questions` text DEFAULT '[]' NOT NULL,
	`add_ons` text DEFAULT '[]' NOT NULL,
	`priced_at` integer DEFAULT 0 NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `offers_slug_unique` ON `offers` (`slug`);--> statement-breakpoint
ALTER TABLE `checkouts` ADD `told_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `orders` ADD `offer_id` text DEFAULT 'standard' NOT NULL;--> statement-breakpoint
ALTER TABLE `orders` ADD `offer_name` text DEFAULT 'Personal written reading' NOT NULL;--> statement-breakpoint
ALTER TABLE `orders` ADD `offer_days` integer DEFAULT 3 NOT NULL;--> statement-breakpoint
ALTER TABLE `orders` ADD `offer_words` integer DEFAULT 500 NOT NULL;--> statement-breakpoint
ALTER TABLE `orders` ADD `answers` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `orders` ADD `add_ons` text DEFAULT '[]' NOT NULL;
--> statement-breakpoint
-- The reading that was sold so far, at its price.
INSERT INTO `offers` (`id`, `position`, `slug`, `name`, `summary`, `price_cents`, `standard_questions`)
VALUES (
  'standard',
  1,
  'personal-reading',
  'Personal written reading',
  'A personal tarot reading on your career question, written for you and sent by email.',
  ifnull((SELECT CAST(`value` AS integer) FROM `settings` WHERE `name` = 'price_cents'), 6000),
  1
);
--> statement-breakpoint
DELETE FROM `settings` WHERE `name` = 'price_cents';
