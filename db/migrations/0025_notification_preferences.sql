CREATE TABLE "notification_preferences" (
	"merchant_id" text NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"bell" boolean,
	"mail" boolean,
	CONSTRAINT "notification_preferences_merchant_id_user_id_kind_pk" PRIMARY KEY("merchant_id","user_id","kind")
);
--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_membership" FOREIGN KEY ("user_id","merchant_id") REFERENCES "public"."memberships"("user_id","merchant_id") ON DELETE cascade ON UPDATE no action;