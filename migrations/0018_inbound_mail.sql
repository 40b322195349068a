CREATE TABLE `inbox_counts` (
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`count` integer NOT NULL,
	`last_at` text NOT NULL,
	PRIMARY KEY(`user_id`, `kind`)
);
--> statement-breakpoint
CREATE TABLE `inboxes` (
	`user_id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`created_at` text NOT NULL,
	`keep_excerpts` integer DEFAULT false NOT NULL,
	`code` text,
	`link` text,
	`code_at` text,
	`filter_at` text,
	`last_mail_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `inboxes_name_unique` ON `inboxes` (`name`);--> statement-breakpoint
CREATE TABLE `undeliverable_reports` (
	`address_hash` text NOT NULL,
	`reporter_hash` text NOT NULL,
	`grounds` text NOT NULL,
	`reported_at` text NOT NULL,
	PRIMARY KEY(`address_hash`, `reporter_hash`)
);
--> statement-breakpoint
CREATE INDEX `undeliverable_reports_by_time` ON `undeliverable_reports` (`reported_at`);--> statement-breakpoint
ALTER TABLE `users` ADD `tag_replies` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `outcome_events` ADD `sender_proven` integer;