CREATE TABLE `account_moves` (
	`user_id` text PRIMARY KEY NOT NULL,
	`state` text NOT NULL,
	`changed_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `account_moves_ended` ON `account_moves` (`changed_at`) WHERE state IN ('gone', 'arrived');
--> statement-breakpoint
CREATE TRIGGER `users_moves_insert` BEFORE INSERT ON `users` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = NEW.id AND state IN ('frozen', 'left', 'gone')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `users_moves_update` BEFORE UPDATE ON `users` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = OLD.id AND state IN ('frozen', 'left', 'gone', 'arriving')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `users_moves_delete` BEFORE DELETE ON `users` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = OLD.id AND state IN ('frozen', 'arriving')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `confirmed_facts_moves_insert` BEFORE INSERT ON `confirmed_facts` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = NEW.user_id AND state IN ('frozen', 'left', 'gone')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `confirmed_facts_moves_update` BEFORE UPDATE ON `confirmed_facts` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = OLD.user_id AND state IN ('frozen', 'left', 'gone', 'arriving')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `confirmed_facts_moves_delete` BEFORE DELETE ON `confirmed_facts` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = OLD.user_id AND state IN ('frozen', 'arriving')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `devices_moves_insert` BEFORE INSERT ON `devices` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = NEW.user_id AND state IN ('frozen', 'left', 'gone')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `devices_moves_update` BEFORE UPDATE ON `devices` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = OLD.user_id AND state IN ('frozen', 'left', 'gone', 'arriving')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `devices_moves_delete` BEFORE DELETE ON `devices` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = OLD.user_id AND state IN ('frozen', 'arriving')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `profiles_moves_insert` BEFORE INSERT ON `profiles` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = NEW.user_id AND state IN ('frozen', 'left', 'gone')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `profiles_moves_update` BEFORE UPDATE ON `profiles` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = OLD.user_id AND state IN ('frozen', 'left', 'gone', 'arriving')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `profiles_moves_delete` BEFORE DELETE ON `profiles` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = OLD.user_id AND state IN ('frozen', 'arriving')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `sessions_moves_insert` BEFORE INSERT ON `sessions` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = NEW.user_id AND state IN ('frozen', 'left', 'gone')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `sessions_moves_update` BEFORE UPDATE ON `sessions` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = OLD.user_id AND state IN ('frozen', 'left', 'gone', 'arriving')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `sessions_moves_delete` BEFORE DELETE ON `sessions` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = OLD.user_id AND state IN ('frozen', 'arriving')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `spending_moves_insert` BEFORE INSERT ON `spending` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = NEW.user_id AND state IN ('frozen', 'left', 'gone')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `spending_moves_update` BEFORE UPDATE ON `spending` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = OLD.user_id AND state IN ('frozen', 'left', 'gone', 'arriving')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `spending_moves_delete` BEFORE DELETE ON `spending` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = OLD.user_id AND state IN ('frozen', 'arriving')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `applications_moves_insert` BEFORE INSERT ON `applications` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = NEW.user_id AND state IN ('frozen', 'left', 'gone')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `applications_moves_update` BEFORE UPDATE ON `applications` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = OLD.user_id AND state IN ('frozen', 'left', 'gone', 'arriving')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `applications_moves_delete` BEFORE DELETE ON `applications` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = OLD.user_id AND state IN ('frozen', 'arriving')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `inbox_counts_moves_insert` BEFORE INSERT ON `inbox_counts` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = NEW.user_id AND state IN ('frozen', 'left', 'gone')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `inbox_counts_moves_update` BEFORE UPDATE ON `inbox_counts` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = OLD.user_id AND state IN ('frozen', 'left', 'gone', 'arriving')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `inbox_counts_moves_delete` BEFORE DELETE ON `inbox_counts` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = OLD.user_id AND state IN ('frozen', 'arriving')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `inboxes_moves_insert` BEFORE INSERT ON `inboxes` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = NEW.user_id AND state IN ('frozen', 'left', 'gone')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `inboxes_moves_update` BEFORE UPDATE ON `inboxes` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = OLD.user_id AND state IN ('frozen', 'left', 'gone', 'arriving')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `inboxes_moves_delete` BEFORE DELETE ON `inboxes` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = OLD.user_id AND state IN ('frozen', 'arriving')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `outcome_events_moves_insert` BEFORE INSERT ON `outcome_events` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = NEW.user_id AND state IN ('frozen', 'left', 'gone')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `outcome_events_moves_update` BEFORE UPDATE ON `outcome_events` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = OLD.user_id AND state IN ('frozen', 'left', 'gone', 'arriving')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `outcome_events_moves_delete` BEFORE DELETE ON `outcome_events` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = OLD.user_id AND state IN ('frozen', 'arriving')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `companies_moves_insert` BEFORE INSERT ON `companies` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = NEW.user_id AND state IN ('frozen', 'left', 'gone')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `companies_moves_update` BEFORE UPDATE ON `companies` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = OLD.user_id AND state IN ('frozen', 'left', 'gone', 'arriving')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `companies_moves_delete` BEFORE DELETE ON `companies` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = OLD.user_id AND state IN ('frozen', 'arriving')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `past_companies_moves_insert` BEFORE INSERT ON `past_companies` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = NEW.user_id AND state IN ('frozen', 'left', 'gone')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `past_companies_moves_update` BEFORE UPDATE ON `past_companies` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = OLD.user_id AND state IN ('frozen', 'left', 'gone', 'arriving')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `past_companies_moves_delete` BEFORE DELETE ON `past_companies` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = OLD.user_id AND state IN ('frozen', 'arriving')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `company_notes_moves_insert` BEFORE INSERT ON `company_notes` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = NEW.user_id AND state IN ('frozen', 'left', 'gone')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `company_notes_moves_update` BEFORE UPDATE ON `company_notes` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = OLD.user_id AND state IN ('frozen', 'left', 'gone', 'arriving')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `company_notes_moves_delete` BEFORE DELETE ON `company_notes` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = OLD.user_id AND state IN ('frozen', 'arriving')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `company_tags_moves_insert` BEFORE INSERT ON `company_tags` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = NEW.user_id AND state IN ('frozen', 'left', 'gone')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `company_tags_moves_update` BEFORE UPDATE ON `company_tags` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = OLD.user_id AND state IN ('frozen', 'left', 'gone', 'arriving')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `company_tags_moves_delete` BEFORE DELETE ON `company_tags` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = OLD.user_id AND state IN ('frozen', 'arriving')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `saved_searches_moves_insert` BEFORE INSERT ON `saved_searches` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = NEW.user_id AND state IN ('frozen', 'left', 'gone')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `saved_searches_moves_update` BEFORE UPDATE ON `saved_searches` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = OLD.user_id AND state IN ('frozen', 'left', 'gone', 'arriving')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `saved_searches_moves_delete` BEFORE DELETE ON `saved_searches` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = OLD.user_id AND state IN ('frozen', 'arriving')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `searches_moves_insert` BEFORE INSERT ON `searches` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = NEW.user_id AND state IN ('frozen', 'left', 'gone')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `searches_moves_update` BEFORE UPDATE ON `searches` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = OLD.user_id AND state IN ('frozen', 'left', 'gone', 'arriving')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `searches_moves_delete` BEFORE DELETE ON `searches` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = OLD.user_id AND state IN ('frozen', 'arriving')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `follow_ups_moves_insert` BEFORE INSERT ON `follow_ups` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = NEW.user_id AND state IN ('frozen', 'left', 'gone')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `follow_ups_moves_update` BEFORE UPDATE ON `follow_ups` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = OLD.user_id AND state IN ('frozen', 'left', 'gone', 'arriving')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `follow_ups_moves_delete` BEFORE DELETE ON `follow_ups` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = OLD.user_id AND state IN ('frozen', 'arriving')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `generation_items_moves_insert` BEFORE INSERT ON `generation_items` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = NEW.user_id AND state IN ('frozen', 'left', 'gone')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `generation_items_moves_update` BEFORE UPDATE ON `generation_items` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = OLD.user_id AND state IN ('frozen', 'left', 'gone', 'arriving')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `generation_items_moves_delete` BEFORE DELETE ON `generation_items` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = OLD.user_id AND state IN ('frozen', 'arriving')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `generations_moves_insert` BEFORE INSERT ON `generations` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = NEW.user_id AND state IN ('frozen', 'left', 'gone')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `generations_moves_update` BEFORE UPDATE ON `generations` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = OLD.user_id AND state IN ('frozen', 'left', 'gone', 'arriving')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `generations_moves_delete` BEFORE DELETE ON `generations` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = OLD.user_id AND state IN ('frozen', 'arriving')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `message_versions_moves_insert` BEFORE INSERT ON `message_versions` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = NEW.user_id AND state IN ('frozen', 'left', 'gone')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `message_versions_moves_update` BEFORE UPDATE ON `message_versions` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = OLD.user_id AND state IN ('frozen', 'left', 'gone', 'arriving')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `message_versions_moves_delete` BEFORE DELETE ON `message_versions` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = OLD.user_id AND state IN ('frozen', 'arriving')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `dead_addresses_moves_insert` BEFORE INSERT ON `dead_addresses` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = NEW.user_id AND state IN ('frozen', 'left', 'gone')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `dead_addresses_moves_update` BEFORE UPDATE ON `dead_addresses` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = OLD.user_id AND state IN ('frozen', 'left', 'gone', 'arriving')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `dead_addresses_moves_delete` BEFORE DELETE ON `dead_addresses` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = OLD.user_id AND state IN ('frozen', 'arriving')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `do_not_contact_moves_insert` BEFORE INSERT ON `do_not_contact` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = NEW.user_id AND state IN ('frozen', 'left', 'gone')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `do_not_contact_moves_update` BEFORE UPDATE ON `do_not_contact` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = OLD.user_id AND state IN ('frozen', 'left', 'gone', 'arriving')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `do_not_contact_moves_delete` BEFORE DELETE ON `do_not_contact` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = OLD.user_id AND state IN ('frozen', 'arriving')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `gmail_links_moves_insert` BEFORE INSERT ON `gmail_links` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = NEW.user_id AND state IN ('frozen', 'left', 'gone')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `gmail_links_moves_update` BEFORE UPDATE ON `gmail_links` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = OLD.user_id AND state IN ('frozen', 'left', 'gone', 'arriving')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `gmail_links_moves_delete` BEFORE DELETE ON `gmail_links` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = OLD.user_id AND state IN ('frozen', 'arriving')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `mailboxes_moves_insert` BEFORE INSERT ON `mailboxes` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = NEW.user_id AND state IN ('frozen', 'left', 'gone')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `mailboxes_moves_update` BEFORE UPDATE ON `mailboxes` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = OLD.user_id AND state IN ('frozen', 'left', 'gone', 'arriving')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `mailboxes_moves_delete` BEFORE DELETE ON `mailboxes` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = OLD.user_id AND state IN ('frozen', 'arriving')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `mails_moves_insert` BEFORE INSERT ON `mails` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = NEW.user_id AND state IN ('frozen', 'left', 'gone')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `mails_moves_update` BEFORE UPDATE ON `mails` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = OLD.user_id AND state IN ('frozen', 'left', 'gone', 'arriving')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
--> statement-breakpoint
CREATE TRIGGER `mails_moves_delete` BEFORE DELETE ON `mails` WHEN EXISTS (SELECT 1 FROM account_moves WHERE user_id = OLD.user_id AND state IN ('frozen', 'arriving')) BEGIN SELECT RAISE(ABORT, 'account_moving'); END;
