CREATE TABLE "admin_sessions" (
	"admin_id" text NOT NULL,
	"session_id" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"last_call_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "admin_sessions_admin_id_session_id_pk" PRIMARY KEY("admin_id","session_id")
);
--> statement-breakpoint
CREATE TABLE "broadcast_deliveries" (
	"broadcast_id" text NOT NULL,
	"merchant_id" text NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	CONSTRAINT "broadcast_deliveries_broadcast_id_merchant_id_pk" PRIMARY KEY("broadcast_id","merchant_id"),
	CONSTRAINT "broadcast_deliveries_state" CHECK ("broadcast_deliveries"."state" in ('queued', 'delivered', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "broadcasts" (
	"id" text PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"audience" text NOT NULL,
	"merchant_id" text,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	"reached_id" text DEFAULT '' NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"recipients" integer DEFAULT 0 NOT NULL,
	"delivered" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "broadcasts_audience" CHECK ("broadcasts"."audience" in ('all', 'merchant')),
	CONSTRAINT "broadcasts_merchant" CHECK (("broadcasts"."merchant_id" is not null) = ("broadcasts"."audience" = 'merchant'))
);
--> statement-breakpoint
CREATE TABLE "merchant_closings" (
	"merchant_id" text PRIMARY KEY NOT NULL,
	"closed_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "answered_at" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "answered_by" text;
--> statement-breakpoint
ALTER TABLE "admin_sessions" ADD CONSTRAINT "admin_sessions_admin_id_admin_users_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admin_users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "broadcast_deliveries" ADD CONSTRAINT "broadcast_deliveries_broadcast_id_broadcasts_id_fk" FOREIGN KEY ("broadcast_id") REFERENCES "public"."broadcasts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "broadcast_deliveries" ADD CONSTRAINT "broadcast_deliveries_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "broadcasts" ADD CONSTRAINT "broadcasts_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "broadcasts" ADD CONSTRAINT "broadcasts_created_by_admin_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."admin_users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "merchant_closings" ADD CONSTRAINT "merchant_closings_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "admin_sessions_age" ON "admin_sessions" USING btree ("last_call_at");
--> statement-breakpoint
CREATE INDEX "broadcast_deliveries_of_merchant" ON "broadcast_deliveries" USING btree ("merchant_id","created_at");
--> statement-breakpoint
CREATE INDEX "broadcasts_recent" ON "broadcasts" USING btree ("created_at","id");
--> statement-breakpoint
CREATE INDEX "broadcasts_unsent" ON "broadcasts" USING btree ("created_at") WHERE "broadcasts"."sent_at" is null;
--> statement-breakpoint
CREATE INDEX "merchant_closings_open" ON "merchant_closings" USING btree ("closed_at") WHERE "merchant_closings"."finished_at" is null;
--> statement-breakpoint
ALTER TABLE "contact_messages" ADD CONSTRAINT "contact_messages_answered_by_admin_users_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."admin_users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "contact_messages_recent" ON "contact_messages" USING btree ("created_at","id");
--> statement-breakpoint
CREATE INDEX "contact_messages_open" ON "contact_messages" USING btree ("created_at","id") WHERE "contact_messages"."answered_at" is null;
