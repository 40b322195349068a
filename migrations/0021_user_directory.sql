CREATE TABLE `user_directory` (
	`user_id` text PRIMARY KEY NOT NULL,
	`email` text,
	`google_sub` text,
	`shard` integer NOT NULL,
	`state` text NOT NULL,
	`changed_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `user_directory_email_unique` ON `user_directory` (`email`);--> statement-breakpoint
CREATE UNIQUE INDEX `user_directory_google_sub_unique` ON `user_directory` (`google_sub`);--> statement-breakpoint
CREATE INDEX `user_directory_opening` ON `user_directory` (`changed_at`) WHERE state = 'opening';--> statement-breakpoint
CREATE TABLE `user_shards` (
	`shard` integer PRIMARY KEY NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	`entries` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
INSERT INTO `user_shards` SELECT 0, 'open', count(*) FROM `users`;
