-- Two warnings that the letter check gives no more; the contract knows them no more either.
UPDATE `companies` SET `message_warnings` = (SELECT json_group_array(value) FROM json_each(`message_warnings`) WHERE value NOT IN ('vague_figure', 'unsupported_word')) WHERE `message_warnings` LIKE '%vague_figure%' OR `message_warnings` LIKE '%unsupported_word%';
--> statement-breakpoint
UPDATE `message_versions` SET `warnings` = (SELECT json_group_array(value) FROM json_each(`warnings`) WHERE value NOT IN ('vague_figure', 'unsupported_word')) WHERE `warnings` LIKE '%vague_figure%' OR `warnings` LIKE '%unsupported_word%';
