import { demoWebhooks } from "@/lib/server/demo-webhooks";

export const dynamic = "force-dynamic";
export const GET = demoWebhooks;
