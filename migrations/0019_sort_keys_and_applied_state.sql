DROP INDEX `companies_by_date`;--> statement-breakpoint
DROP INDEX `companies_by_website`;--> statement-breakpoint
DROP INDEX `favorites_by_date`;--> statement-breakpoint
DROP INDEX `favorites_by_website`;--> statement-breakpoint
ALTER TABLE `companies` ADD `name_key` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `companies` ADD `site_key` text DEFAULT '' NOT NULL;--> statement-breakpoint
-- Close to what is written for new companies: accents stay, which are sorted after the letters without.
UPDATE `companies` SET
	`site_key` = lower(rtrim(replace(replace(replace(`website`, 'https://', ''), 'http://', ''), 'www.', ''), '/')),
	`name_key` = lower(trim(`name`));--> statement-breakpoint
UPDATE `companies` SET `name_key` = `site_key` WHERE `name_key` = '';--> statement-breakpoint
CREATE INDEX `companies_by_name` ON `companies` (`user_id`,CASE WHEN send_status = 'sent' THEN 'sent' WHEN send_status IN ('sending', 'unknown') THEN 'unsure' WHEN applied_at IS NOT NULL THEN 'sent' WHEN email = '' THEN 'no_email' WHEN message = '' THEN 'to_write' ELSE 'ready' END,`name_key`,`id`) WHERE archived_at IS NULL;--> statement-breakpoint
CREATE INDEX `favorites_by_name` ON `companies` (`user_id`,CASE WHEN send_status = 'sent' THEN 'sent' WHEN send_status IN ('sending', 'unknown') THEN 'unsure' WHEN applied_at IS NOT NULL THEN 'sent' WHEN email = '' THEN 'no_email' WHEN message = '' THEN 'to_write' ELSE 'ready' END,`name_key`,`id`) WHERE favorited = 1 AND archived_at IS NULL;--> statement-breakpoint
CREATE INDEX `companies_by_date` ON `companies` (`user_id`,CASE WHEN send_status = 'sent' THEN 'sent' WHEN send_status IN ('sending', 'unknown') THEN 'unsure' WHEN applied_at IS NOT NULL THEN 'sent' WHEN email = '' THEN 'no_email' WHEN message = '' THEN 'to_write' ELSE 'ready' END,`created_at`,`id`) WHERE archived_at IS NULL;--> statement-breakpoint
CREATE INDEX `companies_by_website` ON `companies` (`user_id`,CASE WHEN send_status = 'sent' THEN 'sent' WHEN send_status IN ('sending', 'unknown') THEN 'unsure' WHEN applied_at IS NOT NULL THEN 'sent' WHEN email = '' THEN 'no_email' WHEN message = '' THEN 'to_write' ELSE 'ready' END,`site_key`,`id`) WHERE archived_at IS NULL;--> statement-breakpoint
CREATE INDEX `favorites_by_date` ON `companies` (`user_id`,CASE WHEN send_status = 'sent' THEN 'sent' WHEN send_status IN ('sending', 'unknown') THEN 'unsure' WHEN applied_at IS NOT NULL THEN 'sent' WHEN email = '' THEN 'no_email' WHEN message = '' THEN 'to_write' ELSE 'ready' END,`created_at`,`id`) WHERE favorited = 1 AND archived_at IS NULL;--> statement-breakpoint
CREATE INDEX `favorites_by_website` ON `companies` (`user_id`,CASE WHEN send_status = 'sent' THEN 'sent' WHEN send_status IN ('sending', 'unknown') THEN 'unsure' WHEN applied_at IS NOT NULL THEN 'sent' WHEN email = '' THEN 'no_email' WHEN message = '' THEN 'to_write' ELSE 'ready' END,`site_key`,`id`) WHERE favorited = 1 AND archived_at IS NULL;