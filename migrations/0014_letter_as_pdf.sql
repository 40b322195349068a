ALTER TABLE `users` ADD `attach_letter` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `letter_address` text DEFAULT '' NOT NULL;