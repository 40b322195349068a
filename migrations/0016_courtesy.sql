CREATE TABLE `past_companies` (
	`user_id` text NOT NULL,
	`identity` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`user_id`, `identity`)
);
--> statement-breakpoint
CREATE TABLE `courtesy_slots` (
	`attempt_hash` text PRIMARY KEY NOT NULL,
	`company_hash` text NOT NULL,
	`application_hash` text NOT NULL,
	`taken_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `courtesy_slots_by_company` ON `courtesy_slots` (`company_hash`,`taken_at`,`application_hash`);--> statement-breakpoint
CREATE INDEX `courtesy_slots_by_time` ON `courtesy_slots` (`taken_at`);--> statement-breakpoint
ALTER TABLE `users` ADD `tell_source` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `saved_searches` ADD `new_identities` text;