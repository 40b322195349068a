CREATE TABLE `sites` (
	`site` text PRIMARY KEY NOT NULL,
	`reading` text,
	`fresh_until` text DEFAULT '' NOT NULL,
	`claimed_by` text DEFAULT '' NOT NULL,
	`claimed_until` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sites_by_age` ON `sites` (`fresh_until`);