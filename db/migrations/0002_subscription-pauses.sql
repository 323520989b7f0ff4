CREATE TABLE "subscription_pauses" (
	"subscription_id" text NOT NULL,
	"paused_at" timestamp (3) with time zone NOT NULL,
	"resumed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "subscription_pauses_subscription_id_paused_at_pk" PRIMARY KEY("subscription_id","paused_at")
);
--> statement-breakpoint
ALTER TABLE "subscription_pauses" ADD CONSTRAINT "subscription_pauses_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "subscription_pauses_resumed" ON "subscription_pauses" USING btree ("resumed_at","subscription_id");