CREATE TABLE `company_notes` (
	`user_id` text NOT NULL,
	`company_id` text NOT NULL,
	`text` text NOT NULL,
	`version` integer NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`user_id`, `company_id`)
);
--> statement-breakpoint
CREATE TABLE `company_tags` (
	`user_id` text NOT NULL,
	`company_id` text NOT NULL,
	`folded_tag` text NOT NULL,
	`tag` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`user_id`, `company_id`, `folded_tag`)
);
--> statement-breakpoint
CREATE INDEX `company_tags_by_tag` ON `company_tags` (`user_id`,`folded_tag`,`company_id`);