CREATE TABLE `outcome_events` (
	`user_id` text NOT NULL,
	`id` text NOT NULL,
	`company_id` text NOT NULL,
	`company_name` text NOT NULL,
	`outcome` text NOT NULL,
	`how` text NOT NULL,
	`status` text NOT NULL,
	`created_at` text NOT NULL,
	`decided_at` text,
	`sender` text,
	`subject` text,
	`excerpt` text,
	`confidence` real,
	`mail_id` text,
	PRIMARY KEY(`user_id`, `id`)
);
--> statement-breakpoint
CREATE INDEX `outcome_events_by_company` ON `outcome_events` (`user_id`,`company_id`,`decided_at`);--> statement-breakpoint
CREATE INDEX `outcome_events_proposed` ON `outcome_events` (`user_id`,`created_at`) WHERE status = 'proposed';--> statement-breakpoint
CREATE TABLE `dead_addresses` (
	`user_id` text NOT NULL,
	`address` text NOT NULL,
	`mail_id` text NOT NULL,
	`company_id` text NOT NULL,
	`how` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`user_id`, `address`)
);
--> statement-breakpoint
ALTER TABLE `companies` ADD `outcome` text;--> statement-breakpoint
ALTER TABLE `companies` ADD `outcome_at` text;--> statement-breakpoint
ALTER TABLE `companies` ADD `next_at` text;--> statement-breakpoint
ALTER TABLE `companies` ADD `next_text` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `companies` ADD `next_changed_at` text;--> statement-breakpoint
ALTER TABLE `companies` ADD `next_changes` integer DEFAULT 0 NOT NULL;