CREATE TABLE `directory` (
	`source` text NOT NULL,
	`id` text NOT NULL,
	`category` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`website` text,
	`emails` text NOT NULL,
	`phones` text NOT NULL,
	`city` text NOT NULL,
	`city_key` text NOT NULL,
	`country` text NOT NULL,
	`lat` real,
	`lon` real,
	`cell` integer,
	`categories` text NOT NULL,
	`page` text NOT NULL,
	`hash` text NOT NULL,
	PRIMARY KEY(`source`, `id`, `category`)
);
--> statement-breakpoint
CREATE INDEX `directory_by_city` ON `directory` (`city_key`,`category`,`country`,`name_key`);--> statement-breakpoint
CREATE INDEX `directory_by_cell` ON `directory` (`cell`,`category`,`lat`,`lon`,`name_key`);