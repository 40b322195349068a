CREATE TABLE `devices` (
	`user_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`last_sign_in_at` text NOT NULL,
	PRIMARY KEY(`user_id`, `token_hash`)
);
--> statement-breakpoint
CREATE TABLE `directory_coverage` (
	`source` text NOT NULL,
	`country` text NOT NULL,
	PRIMARY KEY(`country`, `source`)
);
--> statement-breakpoint
DROP INDEX `objections_by_time`;--> statement-breakpoint
DROP INDEX `objections_by_network`;--> statement-breakpoint
ALTER TABLE `objections` ADD `token` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `objections` ADD `proof` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `objections` ADD `seconded` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `objections_held` ON `objections` (`created_at`) WHERE status <> 'pending';--> statement-breakpoint
CREATE INDEX `objections_held_by_network` ON `objections` (`network`,`created_at`) WHERE status <> 'pending';--> statement-breakpoint
CREATE INDEX `objections_with_network` ON `objections` (`created_at`) WHERE network <> '';--> statement-breakpoint
ALTER TABLE `sessions` ADD `started_at` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `authenticated_at` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `label` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `device_hash` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `companies` ADD `redirected_from` text;--> statement-breakpoint
CREATE INDEX `companies_by_redirect` ON `companies` (`user_id`,`redirected_from`) WHERE redirected_from IS NOT NULL;--> statement-breakpoint
ALTER TABLE `mails` ADD `message_id` text;--> statement-breakpoint
ALTER TABLE `mails` ADD `gmail_id` text;--> statement-breakpoint
ALTER TABLE `mails` ADD `gmail_thread_id` text;