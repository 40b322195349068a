CREATE TABLE `confirmed_facts` (
	`user_id` text NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`text` text NOT NULL,
	`details` text DEFAULT '[]' NOT NULL,
	`folded_text` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`user_id`, `id`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `one_confirmed_fact_a_text` ON `confirmed_facts` (`user_id`,`folded_text`);--> statement-breakpoint
CREATE TABLE `message_versions` (
	`user_id` text NOT NULL,
	`company_id` text NOT NULL,
	`version` integer NOT NULL,
	`author` text NOT NULL,
	`subject` text NOT NULL,
	`message` text NOT NULL,
	`claims` text,
	`warnings` text,
	`created_at` text NOT NULL,
	PRIMARY KEY(`user_id`, `company_id`, `version`)
);
--> statement-breakpoint
ALTER TABLE `users` ADD `signature_phone` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `signature_links` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `companies` ADD `facts` text;--> statement-breakpoint
ALTER TABLE `companies` ADD `message_author` text;--> statement-breakpoint
ALTER TABLE `companies` ADD `message_read_version` integer;--> statement-breakpoint
ALTER TABLE `companies` ADD `message_claims` text;