CREATE TABLE "storefront_products" (
	"id" text PRIMARY KEY NOT NULL,
	"merchant_id" text NOT NULL,
	"mode" text NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"image_url" text,
	"price" numeric(78,0) NOT NULL,
	"currency" text NOT NULL,
	"type" text NOT NULL,
	"interval" text,
	"interval_count" integer,
	"plan_id" text,
	"stock" integer,
	"reserved" integer DEFAULT 0 NOT NULL,
	"oversold" integer DEFAULT 0 NOT NULL,
	"is_active" boolean NOT NULL,
	"sort_order" integer DEFAULT 0 NOT NULL,
	"archived_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	CONSTRAINT "storefront_products_price" CHECK ("storefront_products"."price" > 0),
	CONSTRAINT "storefront_products_stock" CHECK ("storefront_products"."stock" >= 0),
	CONSTRAINT "storefront_products_reserved" CHECK ("storefront_products"."reserved" >= 0),
	CONSTRAINT "storefront_products_oversold" CHECK ("storefront_products"."oversold" >= 0),
	CONSTRAINT "storefront_products_interval" CHECK (("storefront_products"."type" = 'subscription') = ("storefront_products"."interval" is not null)
        and ("storefront_products"."type" = 'subscription') = ("storefront_products"."interval_count" is not null)
        and ("storefront_products"."type" = 'subscription') = ("storefront_products"."plan_id" is not null)),
	CONSTRAINT "storefront_products_interval_count" CHECK ("storefront_products"."interval_count" between 1 and 365),
	CONSTRAINT "storefront_products_archived" CHECK ("storefront_products"."archived_at" is null or not "storefront_products"."is_active"),
	CONSTRAINT "storefront_products_mode" CHECK ("storefront_products"."mode" in ('test', 'live')),
	CONSTRAINT "storefront_products_currency" CHECK ("storefront_products"."currency" in ('USDC', 'EURC')),
	CONSTRAINT "storefront_products_type" CHECK ("storefront_products"."type" in ('one_time', 'subscription')),
	CONSTRAINT "storefront_products_interval_word" CHECK ("storefront_products"."interval" in ('daily', 'weekly', 'monthly', 'quarterly', 'yearly'))
);
--> statement-breakpoint
CREATE TABLE "storefront_slugs" (
	"id" text PRIMARY KEY NOT NULL,
	"mode" text NOT NULL,
	"slug" text NOT NULL,
	"merchant_id" text NOT NULL,
	"storefront_id" text NOT NULL,
	"left_by" text,
	"rests_until" timestamp (3) with time zone,
	CONSTRAINT "storefront_slugs_id" CHECK ("storefront_slugs"."id" = "storefront_slugs"."mode" || ':' || "storefront_slugs"."slug"),
	CONSTRAINT "storefront_slugs_left" CHECK (("storefront_slugs"."left_by" is null) = ("storefront_slugs"."rests_until" is null)),
	CONSTRAINT "storefront_slugs_mode" CHECK ("storefront_slugs"."mode" in ('test', 'live')),
	CONSTRAINT "storefront_slugs_left_by" CHECK ("storefront_slugs"."left_by" in ('archived', 'renamed'))
);
--> statement-breakpoint
CREATE TABLE "storefronts" (
	"id" text PRIMARY KEY NOT NULL,
	"merchant_id" text NOT NULL,
	"mode" text NOT NULL,
	"slug" text NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"logo_url" text,
	"cover_image_url" text,
	"accent_color" text,
	"social_links" text[] NOT NULL,
	"published_at" timestamp (3) with time zone,
	"archived_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	CONSTRAINT "storefronts_archived" CHECK (("storefronts"."status" = 'archived') = ("storefronts"."archived_at" is not null)),
	CONSTRAINT "storefronts_mode" CHECK ("storefronts"."mode" in ('test', 'live')),
	CONSTRAINT "storefronts_status" CHECK ("storefronts"."status" in ('draft', 'published', 'archived'))
);
--> statement-breakpoint
ALTER TABLE "image_references" DROP CONSTRAINT "image_references_purpose";--> statement-breakpoint
ALTER TABLE "image_references" DROP CONSTRAINT "image_references_merchant_id_purpose_pk";--> statement-breakpoint
ALTER TABLE "image_references" ADD COLUMN "subject" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "image_references" ADD CONSTRAINT "image_references_merchant_id_purpose_subject_pk" PRIMARY KEY("merchant_id","purpose","subject");--> statement-breakpoint
ALTER TABLE "storefront_products" ADD CONSTRAINT "storefront_products_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefront_products" ADD CONSTRAINT "storefront_products_plan_id_subscription_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."subscription_plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefront_slugs" ADD CONSTRAINT "storefront_slugs_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefront_slugs" ADD CONSTRAINT "storefront_slugs_storefront_id_storefronts_id_fk" FOREIGN KEY ("storefront_id") REFERENCES "public"."storefronts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefronts" ADD CONSTRAINT "storefronts_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "storefront_products_recent" ON "storefront_products" USING btree ("merchant_id","mode","created_at");--> statement-breakpoint
CREATE INDEX "storefront_products_recent_by_active" ON "storefront_products" USING btree ("merchant_id","mode","is_active","created_at");--> statement-breakpoint
CREATE INDEX "storefront_products_by_name" ON "storefront_products" USING btree ("merchant_id","mode",lower("name") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "storefront_slugs_resting" ON "storefront_slugs" USING btree ("rests_until","id") WHERE "storefront_slugs"."rests_until" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "storefronts_current" ON "storefronts" USING btree ("merchant_id","mode") WHERE "storefronts"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "storefronts_of_merchant" ON "storefronts" USING btree ("merchant_id","mode","created_at");--> statement-breakpoint
ALTER TABLE "image_references" ADD CONSTRAINT "image_references_purpose" CHECK ("image_references"."purpose" in ('logo', 'storefront_logo', 'storefront_cover', 'product'));--> statement-breakpoint
CREATE INDEX "storefront_products_on_sale" ON "storefront_products" USING btree ("merchant_id","mode","sort_order","created_at","id") WHERE "storefront_products"."is_active";