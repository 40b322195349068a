CREATE TABLE `follow_ups` (
	`user_id` text NOT NULL,
	`company_id` text NOT NULL,
	`step` integer NOT NULL,
	`message` text DEFAULT '' NOT NULL,
	`version` integer DEFAULT 0 NOT NULL,
	`author` text,
	`language` text NOT NULL,
	`claims` text,
	`updated_at` text NOT NULL,
	`called_at` text,
	`called_number` text,
	PRIMARY KEY(`user_id`, `company_id`, `step`)
);
--> statement-breakpoint
DROP INDEX `one_mail_a_company`;--> statement-breakpoint
ALTER TABLE `mails` ADD `step` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `mails` ADD `sender` text;--> statement-breakpoint
CREATE UNIQUE INDEX `one_mail_a_step` ON `mails` (`user_id`,`company_id`,`step`) WHERE status IN ('sending', 'sent', 'unknown') AND released = 0 AND test = 0;