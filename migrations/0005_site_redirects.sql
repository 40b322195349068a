ALTER TABLE `companies` ADD `redirected_from` text;--> statement-breakpoint
CREATE INDEX `companies_by_redirect` ON `companies` (`user_id`,`redirected_from`) WHERE redirected_from IS NOT NULL;