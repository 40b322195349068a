CREATE TABLE `companies` (
	`user_id` text NOT NULL,
	`id` text NOT NULL,
	`search_id` text,
	`identity` text NOT NULL,
	`name` text NOT NULL,
	`website` text NOT NULL,
	`business_type` text NOT NULL,
	`city` text NOT NULL,
	`country` text NOT NULL,
	`email` text NOT NULL,
	`phone` text NOT NULL,
	`contacts` text NOT NULL,
	`about` text DEFAULT '' NOT NULL,
	`apply_elsewhere` text,
	`recipient` text,
	`language` text NOT NULL,
	`subject` text DEFAULT '' NOT NULL,
	`message` text DEFAULT '' NOT NULL,
	`message_version` integer DEFAULT 0 NOT NULL,
	`generating_since` text,
	`favorited` integer DEFAULT false NOT NULL,
	`send_status` text DEFAULT 'none' NOT NULL,
	`sent_at` text,
	`archived_at` text,
	`created_at` text NOT NULL,
	`source` text NOT NULL,
	PRIMARY KEY(`user_id`, `id`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `companies_by_identity` ON `companies` (`user_id`,`identity`);--> statement-breakpoint
CREATE INDEX `companies_by_date` ON `companies` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `companies_by_website` ON `companies` (`user_id`,`website`,`id`);--> statement-breakpoint
CREATE TABLE `generation_items` (
	`user_id` text NOT NULL,
	`generation_id` text NOT NULL,
	`company_id` text NOT NULL,
	`position` integer NOT NULL,
	`message_version` integer DEFAULT 0 NOT NULL,
	`state` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`error` text,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`user_id`, `generation_id`, `company_id`)
);
--> statement-breakpoint
CREATE INDEX `generation_items_open` ON `generation_items` (`state`,`updated_at`) WHERE state IN ('queued', 'running');--> statement-breakpoint
CREATE TABLE `generations` (
	`user_id` text NOT NULL,
	`id` text NOT NULL,
	`cancelled_at` text,
	`finished_at` text,
	`created_at` text NOT NULL,
	PRIMARY KEY(`user_id`, `id`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `one_running_generation` ON `generations` (`user_id`) WHERE finished_at IS NULL;--> statement-breakpoint
CREATE TABLE `gmail_links` (
	`state_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`session_hash` text NOT NULL,
	`code_verifier` text NOT NULL,
	`expires_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `gmail_links_by_user` ON `gmail_links` (`user_id`);--> statement-breakpoint
CREATE TABLE `mailboxes` (
	`user_id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`tokens` text,
	`linked_at` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `mails` (
	`user_id` text NOT NULL,
	`id` text NOT NULL,
	`company_id` text NOT NULL,
	`recipient` text NOT NULL,
	`subject` text NOT NULL,
	`body` text NOT NULL,
	`status` text NOT NULL,
	`released` integer DEFAULT false NOT NULL,
	`error` text,
	`provider_response` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`user_id`, `id`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `one_mail_a_company` ON `mails` (`user_id`,`company_id`) WHERE status IN ('sending', 'sent', 'unknown') AND released = 0;--> statement-breakpoint
CREATE INDEX `mails_by_date` ON `mails` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `mails_by_recipient` ON `mails` (`user_id`,`recipient`);--> statement-breakpoint
CREATE INDEX `mails_by_company` ON `mails` (`user_id`,`company_id`);--> statement-breakpoint
CREATE INDEX `mails_sending` ON `mails` (`updated_at`) WHERE status = 'sending';--> statement-breakpoint
CREATE TABLE `searches` (
	`user_id` text NOT NULL,
	`id` text NOT NULL,
	`status` text NOT NULL,
	`business_types` text NOT NULL,
	`cities` text NOT NULL,
	`totals` text NOT NULL,
	`error` text,
	`added_to_dashboard` integer DEFAULT false NOT NULL,
	`discarded` integer DEFAULT false NOT NULL,
	`created_at` text NOT NULL,
	`completed_at` text,
	PRIMARY KEY(`user_id`, `id`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `one_running_search` ON `searches` (`user_id`) WHERE status IN ('running', 'stopping');--> statement-breakpoint
CREATE INDEX `searches_by_date` ON `searches` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`created_at` text NOT NULL,
	`last_seen_at` text NOT NULL,
	`expires_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sessions_by_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`email_verified` integer DEFAULT false NOT NULL,
	`password_hash` text,
	`google_sub` text,
	`language` text NOT NULL,
	`wizard_completed` integer DEFAULT false NOT NULL,
	`attach_cv` integer DEFAULT true NOT NULL,
	`template_message` text DEFAULT '' NOT NULL,
	`cv_path` text,
	`cv_name` text,
	`cv_size` integer,
	`cv_uploaded_at` text,
	`cv_text` text,
	`cv_text_status` text,
	`created_at` text NOT NULL,
	`deleted_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_unique` ON `users` (`email`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_google_sub_unique` ON `users` (`google_sub`);--> statement-breakpoint
CREATE INDEX `users_cv_pending` ON `users` (`cv_uploaded_at`) WHERE cv_text_status = 'pending';--> statement-breakpoint
CREATE INDEX `users_deleted` ON `users` (`deleted_at`) WHERE deleted_at IS NOT NULL;