import type { useApi } from "@/components/dashboard/shell/acting-context";
import type { ReceivedOutput, SentInput } from "@/lib/contract/endpoint";
import type { updateOwnMerchant } from "@/lib/contract/merchants/merchant-account";
import type { getOwnMerchant } from "@/lib/contract/merchants/merchants";

/** The business as its owner sees it. */
export type OwnMerchant = ReceivedOutput<typeof getOwnMerchant>;
export type MerchantChange = SentInput<typeof updateOwnMerchant>;

/** Changes what is given of the business that the page is of. */
export const changeMerchant = (api: ReturnType<typeof useApi>, change: MerchantChange) =>
  api<typeof updateOwnMerchant>({ method: "PATCH", path: "/v1/merchants/me" }, change);
