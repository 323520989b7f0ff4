import { z } from "zod";
import { address } from "@/lib/contract/fields";

/** A transaction for a wallet to send. */
export const walletCall = z
  .object({
    chainId: z.number().int(),
    to: address,
    data: z.string(),
    value: z.literal("0"),
    from: address,
    summary: z.string(),
  })
  .meta({ id: "WalletCall" });
