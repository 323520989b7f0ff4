CREATE TABLE "agent_activity" (
	"id" text PRIMARY KEY NOT NULL,
	"merchant_id" text NOT NULL,
	"mode" text NOT NULL,
	"capability" text NOT NULL,
	"action" text NOT NULL,
	"summary" text NOT NULL,
	"reason" text NOT NULL,
	"setting" text NOT NULL,
	"resource_type" text,
	"resource_id" text,
	"tx_hash" "bytea",
	"once_key" text,
	"outcome" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	CONSTRAINT "agent_activity_mode" CHECK ("agent_activity"."mode" in ('test', 'live')),
	CONSTRAINT "agent_activity_capability" CHECK ("agent_activity"."capability" in ('identity', 'recovery', 'routing', 'cashflow', 'commerce', 'pricing_intelligence')),
	CONSTRAINT "agent_activity_outcome" CHECK ("agent_activity"."outcome" in ('succeeded', 'failed', 'pending')),
	CONSTRAINT "agent_activity_hashes" CHECK (octet_length("agent_activity"."tx_hash") = 32),
	CONSTRAINT "agent_activity_resource" CHECK (("agent_activity"."resource_type" is null) = ("agent_activity"."resource_id" is null))
);
--> statement-breakpoint
CREATE TABLE "agent_configs" (
	"merchant_id" text NOT NULL,
	"mode" text NOT NULL,
	"enabled_capabilities" text[] DEFAULT '{}' NOT NULL,
	"digest_enabled" boolean DEFAULT false NOT NULL,
	"anomaly_sensitivity" text DEFAULT 'medium' NOT NULL,
	"auto_convert_to_yield" boolean DEFAULT false NOT NULL,
	"minimum_liquid_reserve_cents" bigint DEFAULT 100000 NOT NULL,
	"require_human_approval_above_usd_cents" bigint DEFAULT 100000 NOT NULL,
	"approved_vendors" "bytea"[] DEFAULT '{}' NOT NULL,
	"monthly_spend_cap_usd_cents" bigint,
	"created_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	CONSTRAINT "agent_configs_merchant_id_mode_pk" PRIMARY KEY("merchant_id","mode"),
	CONSTRAINT "agent_configs_mode" CHECK ("agent_configs"."mode" in ('test', 'live')),
	CONSTRAINT "agent_configs_sensitivity" CHECK ("agent_configs"."anomaly_sensitivity" in ('low', 'medium', 'high')),
	CONSTRAINT "agent_configs_cents" CHECK ("agent_configs"."minimum_liquid_reserve_cents" >= 0 and "agent_configs"."require_human_approval_above_usd_cents" >= 0
        and "agent_configs"."monthly_spend_cap_usd_cents" >= 0)
);
--> statement-breakpoint
ALTER TABLE "recovery_settings" ADD COLUMN "enabled" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "recovery_settings" ADD COLUMN "notification_template" text;--> statement-breakpoint
ALTER TABLE "agent_activity" ADD CONSTRAINT "agent_activity_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_configs" ADD CONSTRAINT "agent_configs_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "agent_activity_recent" ON "agent_activity" USING btree ("merchant_id","mode","created_at");--> statement-breakpoint
CREATE INDEX "agent_activity_recent_of_capability" ON "agent_activity" USING btree ("merchant_id","mode","capability","created_at");--> statement-breakpoint
CREATE INDEX "agent_activity_time" ON "agent_activity" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "agent_activity_once" ON "agent_activity" USING btree ("merchant_id","mode","capability","once_key") WHERE "agent_activity"."once_key" is not null;--> statement-breakpoint
create trigger agent_activity_append_only before update or truncate on agent_activity
  for each statement execute function forbid_rewriting();
