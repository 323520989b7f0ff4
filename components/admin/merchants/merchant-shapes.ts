import type { RowOf } from "@/lib/client/read-page";
import type { getMerchant, listMerchants } from "@/lib/contract/admin/merchants";
import type { ReceivedOutput } from "@/lib/contract/endpoint";

export type ListedMerchant = RowOf<typeof listMerchants>;
export type Merchant = ReceivedOutput<typeof getMerchant>;

/** The endpoint of one. */
export const merchantPath = "/v1/admin/merchants/{id}";
