CREATE TABLE `devices` (
	`user_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`last_sign_in_at` text NOT NULL,
	PRIMARY KEY(`user_id`, `token_hash`)
);
--> statement-breakpoint
ALTER TABLE `sessions` ADD `started_at` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `authenticated_at` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `label` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `device_hash` text DEFAULT '' NOT NULL;