CREATE TABLE "storefront_orders" (
	"id" text PRIMARY KEY NOT NULL,
	"merchant_id" text NOT NULL,
	"mode" text NOT NULL,
	"product_id" text,
	"storefront_id" text,
	"link_id" text,
	"name" text NOT NULL,
	"quantity" smallint NOT NULL,
	"unit_price" numeric(78,0) NOT NULL,
	"currency" text NOT NULL,
	"customer_email" text,
	"stock_state" text NOT NULL,
	"paid_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	CONSTRAINT "storefront_orders_quantity" CHECK ("storefront_orders"."quantity" > 0),
	CONSTRAINT "storefront_orders_mode" CHECK ("storefront_orders"."mode" in ('test', 'live')),
	CONSTRAINT "storefront_orders_currency" CHECK ("storefront_orders"."currency" in ('USDC', 'EURC')),
	CONSTRAINT "storefront_orders_stock_state" CHECK ("storefront_orders"."stock_state" in ('uncounted', 'reserved', 'released', 'sold', 'oversold'))
);
--> statement-breakpoint
CREATE TABLE "payment_links" (
	"id" text PRIMARY KEY NOT NULL,
	"merchant_id" text NOT NULL,
	"mode" text NOT NULL,
	"name" text NOT NULL,
	"product_id" text,
	"amount" numeric(78,0),
	"min_amount" numeric(78,0),
	"max_amount" numeric(78,0),
	"currency" text,
	"max_quantity" smallint DEFAULT 1 NOT NULL,
	"email" text DEFAULT 'none' NOT NULL,
	"fields" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"success_url" text,
	"active" boolean DEFAULT true NOT NULL,
	"times_paid" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	CONSTRAINT "payment_links_price" CHECK (case when "payment_links"."product_id" is not null
        then num_nonnulls("payment_links"."amount", "payment_links"."min_amount", "payment_links"."max_amount", "payment_links"."currency") = 0
        else "payment_links"."currency" is not null
          and ("payment_links"."min_amount" is null) = ("payment_links"."max_amount" is null)
          and ("payment_links"."amount" is null) <> ("payment_links"."min_amount" is null) end),
	CONSTRAINT "payment_links_amounts" CHECK ("payment_links"."amount" > 0 and "payment_links"."min_amount" > 0 and "payment_links"."max_amount" >= "payment_links"."min_amount"),
	CONSTRAINT "payment_links_quantity" CHECK ("payment_links"."max_quantity" between 1 and 99),
	CONSTRAINT "payment_links_mode" CHECK ("payment_links"."mode" in ('test', 'live')),
	CONSTRAINT "payment_links_currency" CHECK ("payment_links"."currency" in ('USDC', 'EURC')),
	CONSTRAINT "payment_links_email" CHECK ("payment_links"."email" in ('none', 'optional', 'required'))
);
--> statement-breakpoint
CREATE TABLE "storefront_product_plans" (
	"product_id" text NOT NULL,
	"quantity" smallint NOT NULL,
	"plan_id" text NOT NULL,
	CONSTRAINT "storefront_product_plans_product_id_quantity_pk" PRIMARY KEY("product_id","quantity")
);
--> statement-breakpoint
ALTER TABLE "payment_sessions" DROP CONSTRAINT "payment_sessions_created_via";--> statement-breakpoint
ALTER TABLE "payment_sessions" ADD COLUMN "release_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "storefront_orders" ADD CONSTRAINT "storefront_orders_id_payment_sessions_id_fk" FOREIGN KEY ("id") REFERENCES "public"."payment_sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefront_orders" ADD CONSTRAINT "storefront_orders_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefront_orders" ADD CONSTRAINT "storefront_orders_product_id_storefront_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."storefront_products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefront_orders" ADD CONSTRAINT "storefront_orders_storefront_id_storefronts_id_fk" FOREIGN KEY ("storefront_id") REFERENCES "public"."storefronts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefront_orders" ADD CONSTRAINT "storefront_orders_link_id_payment_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."payment_links"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_links" ADD CONSTRAINT "payment_links_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_links" ADD CONSTRAINT "payment_links_product_id_storefront_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."storefront_products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefront_product_plans" ADD CONSTRAINT "storefront_product_plans_product_id_storefront_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."storefront_products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefront_product_plans" ADD CONSTRAINT "storefront_product_plans_plan_id_subscription_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."subscription_plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "storefront_orders_closed" ON "storefront_orders" USING btree ("closed_at","id") WHERE "storefront_orders"."closed_at" is not null;--> statement-breakpoint
CREATE INDEX "storefront_orders_recent" ON "storefront_orders" USING btree ("merchant_id","mode","created_at");--> statement-breakpoint
CREATE INDEX "storefront_orders_recent_by_product" ON "storefront_orders" USING btree ("merchant_id","mode","product_id","created_at");--> statement-breakpoint
CREATE INDEX "storefront_orders_recent_by_link" ON "storefront_orders" USING btree ("merchant_id","mode","link_id","created_at");--> statement-breakpoint
CREATE INDEX "storefront_orders_reserved" ON "storefront_orders" USING btree ("product_id") WHERE "storefront_orders"."stock_state" = 'reserved';--> statement-breakpoint
CREATE INDEX "payment_links_recent" ON "payment_links" USING btree ("merchant_id","mode","created_at");--> statement-breakpoint
CREATE INDEX "payment_links_recent_by_active" ON "payment_links" USING btree ("merchant_id","mode","active","created_at");--> statement-breakpoint
CREATE INDEX "payment_links_by_name" ON "payment_links" USING btree ("merchant_id","mode",lower("name") text_pattern_ops);--> statement-breakpoint
ALTER TABLE "payment_sessions" ADD CONSTRAINT "payment_sessions_created_via" CHECK ("payment_sessions"."created_via" in ('api', 'publishable', 'dashboard', 'invoice', 'storefront', 'payment_link'));