CREATE TABLE `do_not_contact` (
	`user_id` text NOT NULL,
	`entry` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`user_id`, `entry`)
);
--> statement-breakpoint
DROP INDEX `one_mail_a_company`;--> statement-breakpoint
ALTER TABLE `mails` ADD `company_name` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `mails` ADD `test` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `one_mail_a_company` ON `mails` (`user_id`,`company_id`) WHERE status IN ('sending', 'sent', 'unknown') AND released = 0 AND test = 0;--> statement-breakpoint
ALTER TABLE `companies` ADD `message_warnings` text;--> statement-breakpoint
ALTER TABLE `generation_items` ADD `fields` text;--> statement-breakpoint
ALTER TABLE `users` ADD `cv_facts` text;--> statement-breakpoint
UPDATE `mails` SET `company_name` = coalesce((SELECT `name` FROM `companies` WHERE `companies`.`user_id` = `mails`.`user_id` AND `companies`.`id` = `mails`.`company_id`), '');
