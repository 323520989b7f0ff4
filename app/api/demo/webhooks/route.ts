import { demoWebhooks } from "@/lib/server/pages/demo-access";

export const dynamic = "force-dynamic";
export const GET = demoWebhooks;
