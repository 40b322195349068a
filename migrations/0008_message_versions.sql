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
ALTER TABLE `companies` ADD `message_author` text;--> statement-breakpoint
ALTER TABLE `companies` ADD `message_read_version` integer;