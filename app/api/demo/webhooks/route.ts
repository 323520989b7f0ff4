import { demoWebhooks } from "@/lib/server/demo-access";

export const dynamic = "force-dynamic";
export const GET = demoWebhooks;
