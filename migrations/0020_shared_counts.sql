CREATE TABLE `shared_spending` (
	`owner` text NOT NULL,
	`kind` text NOT NULL,
	`period` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`owner`, `kind`)
);
--> statement-breakpoint
INSERT INTO `shared_spending` SELECT `user_id`, `kind`, `period`, `count` FROM `spending`
	WHERE `user_id` = '' OR `user_id` GLOB 'network:*';
--> statement-breakpoint
DELETE FROM `spending` WHERE `user_id` = '' OR `user_id` GLOB 'network:*';
