ALTER TABLE "compliance_screenings" DROP COLUMN "id";--> statement-breakpoint
-- As many as fit when they are inserted fit when they have grown, and most changes stay on their page.
alter table "relay_submissions" set (fillfactor = 75);
