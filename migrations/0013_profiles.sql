CREATE TABLE `profiles` (
	`user_id` text NOT NULL,
	`id` text NOT NULL,
	`profile_name` text NOT NULL,
	`profile_language` text NOT NULL,
	`template_message` text DEFAULT '' NOT NULL,
	`cv_path` text,
	`cv_name` text,
	`cv_size` integer,
	`cv_uploaded_at` text,
	`cv_text` text,
	`cv_text_status` text,
	`cv_facts` text,
	`created_at` text NOT NULL,
	PRIMARY KEY(`user_id`, `id`)
);
--> statement-breakpoint
CREATE INDEX `profiles_cv_pending` ON `profiles` (`cv_uploaded_at`) WHERE cv_text_status = 'pending';--> statement-breakpoint
ALTER TABLE `users` ADD `profile_id` text;--> statement-breakpoint
ALTER TABLE `users` ADD `profile_name` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `profile_language` text;--> statement-breakpoint
ALTER TABLE `companies` ADD `profile_id` text;--> statement-breakpoint
CREATE INDEX `companies_by_profile` ON `companies` (`user_id`,`profile_id`) WHERE profile_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE `generation_items` ADD `profile_id` text;--> statement-breakpoint
ALTER TABLE `message_versions` ADD `profile_id` text;--> statement-breakpoint
ALTER TABLE `searches` ADD `profile_id` text;