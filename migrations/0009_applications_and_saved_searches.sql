CREATE TABLE `applications` (
	`user_id` text NOT NULL,
	`id` text NOT NULL,
	`company_id` text NOT NULL,
	`company_name` text NOT NULL,
	`company_city` text NOT NULL,
	`way` text NOT NULL,
	`target` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`user_id`, `id`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `one_application_a_way` ON `applications` (`user_id`,`company_id`,`way`);--> statement-breakpoint
DROP INDEX `companies_by_date`;--> statement-breakpoint
DROP INDEX `companies_by_website`;--> statement-breakpoint
DROP INDEX `favorites_by_date`;--> statement-breakpoint
DROP INDEX `favorites_by_website`;--> statement-breakpoint
ALTER TABLE `companies` ADD `contact_form` text;--> statement-breakpoint
ALTER TABLE `companies` ADD `careers_page` text;--> statement-breakpoint
ALTER TABLE `companies` ADD `applied_at` text;--> statement-breakpoint
ALTER TABLE `companies` ADD `applied_way` text;--> statement-breakpoint
CREATE INDEX `companies_by_date` ON `companies` (`user_id`,CASE WHEN send_status = 'sent' THEN 'sent' WHEN send_status IN ('sending', 'unknown') THEN 'unsure' WHEN email = '' AND applied_at IS NOT NULL THEN 'sent' WHEN email = '' THEN 'no_email' WHEN message = '' THEN 'to_write' ELSE 'ready' END,`created_at`,`id`) WHERE archived_at IS NULL;--> statement-breakpoint
CREATE INDEX `companies_by_website` ON `companies` (`user_id`,CASE WHEN send_status = 'sent' THEN 'sent' WHEN send_status IN ('sending', 'unknown') THEN 'unsure' WHEN email = '' AND applied_at IS NOT NULL THEN 'sent' WHEN email = '' THEN 'no_email' WHEN message = '' THEN 'to_write' ELSE 'ready' END,`website`,`id`) WHERE archived_at IS NULL;--> statement-breakpoint
CREATE INDEX `favorites_by_date` ON `companies` (`user_id`,CASE WHEN send_status = 'sent' THEN 'sent' WHEN send_status IN ('sending', 'unknown') THEN 'unsure' WHEN email = '' AND applied_at IS NOT NULL THEN 'sent' WHEN email = '' THEN 'no_email' WHEN message = '' THEN 'to_write' ELSE 'ready' END,`created_at`,`id`) WHERE favorited = 1 AND archived_at IS NULL;--> statement-breakpoint
CREATE INDEX `favorites_by_website` ON `companies` (`user_id`,CASE WHEN send_status = 'sent' THEN 'sent' WHEN send_status IN ('sending', 'unknown') THEN 'unsure' WHEN email = '' AND applied_at IS NOT NULL THEN 'sent' WHEN email = '' THEN 'no_email' WHEN message = '' THEN 'to_write' ELSE 'ready' END,`website`,`id`) WHERE favorited = 1 AND archived_at IS NULL;--> statement-breakpoint
CREATE TABLE `saved_searches` (
	`user_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`request` text NOT NULL,
	`last_run_at` text NOT NULL,
	`seen` text NOT NULL,
	`zones` text NOT NULL,
	`release` text,
	`news` integer DEFAULT 0 NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`user_id`, `id`)
);
