CREATE TABLE `sign_in_failures` (
	`key` text PRIMARY KEY NOT NULL,
	`remaining` integer NOT NULL,
	`failed_at` text NOT NULL,
	`blocked_until` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sign_in_failures_by_time` ON `sign_in_failures` (`failed_at`);--> statement-breakpoint
CREATE TABLE `spending` (
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`period` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`user_id`, `kind`)
);
--> statement-breakpoint
ALTER TABLE `sessions` ADD `first_hash` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `fresh` integer DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE `sessions` SET `first_hash` = `token_hash`;
--> statement-breakpoint
DROP INDEX `companies_by_date`;--> statement-breakpoint
DROP INDEX `companies_by_website`;--> statement-breakpoint
CREATE INDEX `companies_by_date` ON `companies` (`user_id`,CASE WHEN send_status = 'sent' THEN 'sent' WHEN send_status IN ('sending', 'unknown') THEN 'unsure' WHEN email = '' THEN 'no_email' WHEN message = '' THEN 'to_write' ELSE 'ready' END,`created_at`,`id`) WHERE archived_at IS NULL;--> statement-breakpoint
CREATE INDEX `companies_by_website` ON `companies` (`user_id`,CASE WHEN send_status = 'sent' THEN 'sent' WHEN send_status IN ('sending', 'unknown') THEN 'unsure' WHEN email = '' THEN 'no_email' WHEN message = '' THEN 'to_write' ELSE 'ready' END,`website`,`id`) WHERE archived_at IS NULL;--> statement-breakpoint
CREATE INDEX `favorites_by_date` ON `companies` (`user_id`,CASE WHEN send_status = 'sent' THEN 'sent' WHEN send_status IN ('sending', 'unknown') THEN 'unsure' WHEN email = '' THEN 'no_email' WHEN message = '' THEN 'to_write' ELSE 'ready' END,`created_at`,`id`) WHERE favorited = 1 AND archived_at IS NULL;--> statement-breakpoint
CREATE INDEX `favorites_by_website` ON `companies` (`user_id`,CASE WHEN send_status = 'sent' THEN 'sent' WHEN send_status IN ('sending', 'unknown') THEN 'unsure' WHEN email = '' THEN 'no_email' WHEN message = '' THEN 'to_write' ELSE 'ready' END,`website`,`id`) WHERE favorited = 1 AND archived_at IS NULL;--> statement-breakpoint
CREATE INDEX `companies_archived` ON `companies` (`user_id`,`archived_at`,`id`) WHERE archived_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `objections` (
	`entry` text PRIMARY KEY NOT NULL,
	`status` text NOT NULL,
	`reason` text NOT NULL,
	`network` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `objections_by_time` ON `objections` (`created_at`);--> statement-breakpoint
CREATE INDEX `objections_by_network` ON `objections` (`network`,`created_at`) WHERE network <> '';
