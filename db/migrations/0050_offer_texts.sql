ALTER TABLE `offers` ADD `faq` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `offers` ADD `sample` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `offers` ADD `picture` text;--> statement-breakpoint
ALTER TABLE `offers` ADD `picture_file` blob;
