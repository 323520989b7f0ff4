import type { Db } from "@/db/client";
import type { OperatorCallState } from "@/lib/core/states";
import type { OfMerchant } from "./wanted-call";

/** What became of the merchant's registration that was asked for last; null where none was. */
export async function readLastRegistration(
  db: Db,
  { deployment: { id }, merchantId }: Pick<OfMerchant, "deployment" | "merchantId">,
): Promise<OperatorCallState | null> {
  const [row] = await db<{ state: OperatorCallState }[]>`
    select state from operator_calls
    where deployment_id = ${id} and merchant_id = ${merchantId} and kind = 'register'
    order by number desc limit 1`;
  return row?.state ?? null;
}
