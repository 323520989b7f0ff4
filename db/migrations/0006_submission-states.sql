ALTER TABLE "relay_submissions" DROP CONSTRAINT "relay_submissions_state";--> statement-breakpoint
ALTER TABLE "relay_submissions" ADD CONSTRAINT "relay_submissions_state" CHECK ("relay_submissions"."state" in ('held', 'queued', 'signed', 'broadcast', 'mined', 'confirmed', 'superseded', 'rejected', 'expired', 'failed'));--> statement-breakpoint
drop trigger relay_submissions_final on relay_submissions;--> statement-breakpoint
create trigger relay_submissions_final before update of state on relay_submissions
  for each row when (current_setting('stipend.reopen_submissions', true) is distinct from 'on')
  execute function forbid_leaving_final_state('confirmed', 'superseded', 'rejected', 'expired', 'failed');
