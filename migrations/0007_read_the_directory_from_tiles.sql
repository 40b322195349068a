DROP TABLE `directory`;--> statement-breakpoint
DROP TABLE `directory_coverage`;--> statement-breakpoint
ALTER TABLE `companies` ADD `sources` text;--> statement-breakpoint
ALTER TABLE `companies` ADD `lat` real;--> statement-breakpoint
ALTER TABLE `companies` ADD `lon` real;--> statement-breakpoint
ALTER TABLE `companies` ADD `distance_km` real;--> statement-breakpoint
ALTER TABLE `companies` ADD `size` text;--> statement-breakpoint
ALTER TABLE `companies` ADD `sector` text;--> statement-breakpoint
ALTER TABLE `companies` ADD `chain` text;--> statement-breakpoint
ALTER TABLE `searches` ADD `places` text;