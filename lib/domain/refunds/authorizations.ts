import type { z } from "zod";
import {
  refundAuthorizationMessage,
  unsignedRefundCall,
} from "@/lib/adapters/chain/calls/refund-calls";
import type { Deployment } from "@/lib/adapters/chain/chains";
import type { RefundProof } from "@/lib/adapters/chain/reads/charge-proof";
import type { refund } from "@/lib/contract/refunds/refunds";
import type { Address } from "@/lib/core/chain/hex";
import type { RefundRow } from "./refund-rows";

export type RefundView = z.output<typeof refund>;

type Authorization = NonNullable<RefundView["instructions"]>["authorizations"][number];

/** Of a domain that names all of it, as the tokens' do. */
const domainFields = [
  { name: "name", type: "string" },
  { name: "version", type: "string" },
  { name: "chainId", type: "uint256" },
  { name: "verifyingContract", type: "address" },
];

/** The merchant's wallets, of which one must pay: payout, then owner. */
export const sendersOf = ({ payout, owner }: Pick<RefundRow, "payout" | "owner">): Address[] => [
  ...new Set([payout, owner]),
];

/**
 * A refund by one signature in place of an approval, for each of the merchant's wallets. They are valid until the
 * refund is cancelled for want of a hash; so where one was recorded, or a signature given, there are none.
 */
export function authorizationsOf(
  deployment: Deployment,
  row: RefundRow,
  { proof, summary }: { proof: RefundProof; summary: string },
): Authorization[] {
  const { amount, refundRef } = row;
  const token = Object.values(deployment.tokens).find(
    ({ address }) => address === row.tokenAddress,
  );
  if (!token || row.status !== "pending" || row.refundTxHash !== null) return [];
  const validBefore = BigInt(Math.floor(row.expiresAt.getTime() / 1_000));
  return sendersOf(row).map((from) => {
    const terms = { from, validAfter: 0n, validBefore };
    const order = { ...terms, proof, amount, refundRef };
    const { domain, types, primaryType, message } = refundAuthorizationMessage(
      deployment,
      token,
      order,
    );
    return {
      from,
      typedData: {
        types: {
          EIP712Domain: domainFields,
          ReceiveWithAuthorization: [...types.ReceiveWithAuthorization],
        },
        primaryType,
        domain,
        message,
      },
      ...unsignedRefundCall(deployment, { proof, amount, refundRef }, terms),
      value: 0n,
      summary,
    };
  });
}
