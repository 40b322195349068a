ALTER TABLE `generations` ADD `batch_until` text;--> statement-breakpoint
ALTER TABLE `generations` ADD `batch_ended_at` text;