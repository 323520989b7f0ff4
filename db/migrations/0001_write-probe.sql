CREATE UNLOGGED TABLE "write_probe" (
	"page" text NOT NULL
);
--> statement-breakpoint
-- Compressed, its rows would take no room on the disk.
ALTER TABLE "write_probe" ALTER COLUMN "page" SET STORAGE PLAIN;
