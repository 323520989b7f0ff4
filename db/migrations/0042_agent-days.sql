ALTER TABLE "agent_configs" ADD COLUMN "cashflow_day" date;--> statement-breakpoint
ALTER TABLE "agent_configs" ADD COLUMN "pricing_week" date;--> statement-breakpoint
CREATE INDEX "agent_configs_cashflow" ON "agent_configs" USING btree ("merchant_id","mode") WHERE 'cashflow' = any ("agent_configs"."enabled_capabilities");--> statement-breakpoint
CREATE INDEX "agent_configs_pricing" ON "agent_configs" USING btree ("merchant_id","mode") WHERE 'pricing_intelligence' = any ("agent_configs"."enabled_capabilities");