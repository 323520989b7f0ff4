import { payEvents } from "@/lib/server/pages/pay-events";

export const dynamic = "force-dynamic";
export const GET = payEvents;
