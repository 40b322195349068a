CREATE TABLE `directory_coverage` (
	`source` text NOT NULL,
	`country` text NOT NULL,
	PRIMARY KEY(`country`, `source`)
);
--> statement-breakpoint
ALTER TABLE `mails` ADD `message_id` text;--> statement-breakpoint
ALTER TABLE `mails` ADD `gmail_id` text;--> statement-breakpoint
ALTER TABLE `mails` ADD `gmail_thread_id` text;