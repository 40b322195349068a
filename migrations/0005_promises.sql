CREATE TABLE `directory_coverage` (
	`source` text NOT NULL,
	`country` text NOT NULL,
	PRIMARY KEY(`country`, `source`)
);
