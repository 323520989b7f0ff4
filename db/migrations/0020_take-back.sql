CREATE TABLE "screening_decisions" (
	"resource_id" text PRIMARY KEY NOT NULL,
	"decision" text NOT NULL,
	"audit_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "screening_decisions_decision" CHECK ("screening_decisions"."decision" in ('released', 'refused'))
);
--> statement-breakpoint
ALTER TABLE "transactions" DROP CONSTRAINT "transactions_exception";--> statement-breakpoint
ALTER TABLE "screening_decisions" ADD CONSTRAINT "screening_decisions_audit_id_audit_log_id_fk" FOREIGN KEY ("audit_id") REFERENCES "public"."audit_log"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_exception" CHECK ("transactions"."payment_exception" in ('none', 'underpaid', 'overpaid', 'late', 'duplicate', 'screening', 'reverted')) NOT VALID;--> statement-breakpoint
-- Not validated, which would read the table under a lock: the rows satisfied the narrower list before.
drop trigger relay_submissions_final on relay_submissions;
--> statement-breakpoint
create trigger relay_submissions_final before update of state on relay_submissions
  for each row when (current_setting('stipend.reopen_submissions', true) is distinct from 'on')
  execute function forbid_leaving_final_state('confirmed', 'superseded', 'rejected', 'expired', 'failed', 'closed_noop');
