CREATE TABLE `saved_searches` (
	`user_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`request` text NOT NULL,
	`last_run_at` text NOT NULL,
	`seen` text NOT NULL,
	`zones` text NOT NULL,
	`release` text,
	`news` integer DEFAULT 0 NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`user_id`, `id`)
);
