import { payEvents } from "@/lib/server/pay-events";

export const dynamic = "force-dynamic";
export const GET = payEvents;
