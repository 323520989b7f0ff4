CREATE TABLE "image_references" (
	"merchant_id" text NOT NULL,
	"purpose" text NOT NULL,
	"source_url" text,
	"status" text NOT NULL,
	"sha256" "bytea",
	"attempts" integer DEFAULT 0 NOT NULL,
	"attempt_at" timestamp (3) with time zone,
	"failure" text,
	"created_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	CONSTRAINT "image_references_merchant_id_purpose_pk" PRIMARY KEY("merchant_id","purpose"),
	CONSTRAINT "image_references_purpose" CHECK ("image_references"."purpose" in ('logo')),
	CONSTRAINT "image_references_status" CHECK ("image_references"."status" in ('pending', 'ok', 'image_unreachable', 'image_invalid')),
	CONSTRAINT "image_references_image" CHECK (("image_references"."status" = 'ok') = ("image_references"."sha256" is not null))
);
--> statement-breakpoint
CREATE TABLE "images" (
	"sha256" "bytea" PRIMARY KEY NOT NULL,
	"data" "bytea" NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	"released_at" timestamp (3) with time zone,
	CONSTRAINT "images_sha256" CHECK (octet_length("images"."sha256") = 32),
	CONSTRAINT "images_size" CHECK (octet_length("images"."data") between 1 and 2097152)
);
--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "support_email" text;--> statement-breakpoint
ALTER TABLE "image_references" ADD CONSTRAINT "image_references_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "image_references" ADD CONSTRAINT "image_references_sha256_images_sha256_fk" FOREIGN KEY ("sha256") REFERENCES "public"."images"("sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "image_references_due" ON "image_references" USING btree ("attempt_at") WHERE "image_references"."attempt_at" is not null;--> statement-breakpoint
CREATE INDEX "image_references_by_image" ON "image_references" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "images_released" ON "images" USING btree ("released_at","sha256") WHERE "images"."released_at" is not null;
--> statement-breakpoint
-- Deflated already.
ALTER TABLE "images" ALTER COLUMN "data" SET STORAGE EXTERNAL;--> statement-breakpoint
INSERT INTO "image_references" ("merchant_id", "purpose", "source_url", "status", "attempt_at")
SELECT "id", 'logo', "logo_url", 'pending', now() FROM "merchants" WHERE "logo_url" IS NOT NULL;
