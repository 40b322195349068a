ALTER TABLE `mails` ADD `message_id` text;--> statement-breakpoint
ALTER TABLE `mails` ADD `gmail_id` text;--> statement-breakpoint
ALTER TABLE `mails` ADD `gmail_thread_id` text;