import type { events } from "@/db/schema/events";

export type EventRow = typeof events.$inferSelect;
