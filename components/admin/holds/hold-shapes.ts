import type { listHeldPayments } from "@/lib/contract/admin/repairs";
import type { ReceivedOutput } from "@/lib/contract/endpoint";

export type Held = ReceivedOutput<typeof listHeldPayments>["holds"][number];

/** The endpoint of all. */
export const holdsPath = "/v1/admin/holds";

/** A settled payment has moved its money; a submission has not. */
export const isSettled = ({ id }: Pick<Held, "id">): boolean => id.startsWith("txn_");
