import type { Db } from "@/db/client";
import { findStuckOrders } from "@/lib/domain/storefronts/orders/stuck-orders";
import type { Waiting } from "./stored-state";

/** Reservations of sessions that are closed, which should have been let go. */
export async function readReservations(db: Db): Promise<Waiting> {
  const stuck = await findStuckOrders(db);
  const seconds = stuck.map((order) => order.seconds);
  return { count: stuck.length, oldestSeconds: Math.max(0, ...seconds) };
}
