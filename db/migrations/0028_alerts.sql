CREATE TABLE "alerts" (
	"kind" text PRIMARY KEY NOT NULL,
	"detail" text NOT NULL,
	"raised_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"cleared_at" timestamp (3) with time zone,
	"notice" text NOT NULL,
	"notice_id" text NOT NULL,
	"noticed_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"next_attempt_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "alerts_kind" CHECK ("alerts"."kind" in ('database_down', 'database_refuses_writes', 'engine_dead', 'chain_unreachable', 'indexer_halted', 'indexer_behind', 'relayer_low', 'outcomes_unknown', 'renewals_late', 'unrequested_calls', 'deliveries_failing', 'mail_failing', 'screening_list_old', 'books_differ')),
	CONSTRAINT "alerts_notice" CHECK ("alerts"."notice" in ('raised', 'repeated', 'cleared'))
);
