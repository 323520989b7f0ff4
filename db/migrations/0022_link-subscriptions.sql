-- The column is new, and so the index is empty: it is made with it, in the time of one reading of the table.
ALTER TABLE "subscriptions" ADD COLUMN "payment_link_id" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_payment_link_id_payment_links_id_fk" FOREIGN KEY ("payment_link_id") REFERENCES "public"."payment_links"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "subscriptions_by_link" ON "subscriptions" USING btree ("payment_link_id") WHERE payment_link_id is not null;