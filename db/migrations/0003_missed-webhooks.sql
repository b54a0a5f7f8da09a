CREATE TABLE `missed_webhooks` (
	`payment_intent_id` text PRIMARY KEY NOT NULL,
	`found_at` integer NOT NULL
);
