import { z } from "zod";
import { applied, chainId, consequence, repairBody } from "@/lib/contract/admin/repair-fields";
import { endpoint } from "@/lib/contract/endpoint";
import {
  address,
  amount,
  currency,
  id,
  idParams,
  instant,
  mode,
  says,
} from "@/lib/contract/fields";
import { count } from "@/lib/contract/insight/stat-fields";

const shared = { auth: "admin", tag: "Admin" } as const;

const held = z
  .object({
    id: z
      .string()
      .meta(
        says(
          "The transaction, or the relay submission that is not sent",
          "txn_8fK2mQ0xZ7dVbN4tRj1LcW5Y",
        ),
      ),
    merchantId: id("merchant"),
    mode,
    payer: address.meta(says("The payer's wallet")),
    amount,
    currency: currency.nullable().meta(says("The currency; null for a submission", "USDC")),
    sessionId: z.string().nullable().meta(says("The payment session; null without one")),
    since: instant.meta(says("Since when it is held")),
    result: z.string().nullable().meta(says("What the lists said last", "blocked")),
    provider: z.string().nullable().meta(says("Which list said it", "list")),
    matches: z.array(z.string()).nullable().meta(says("The lists that name the wallet")),
    decision: z
      .enum(["released", "refused", "refunded"])
      .nullable()
      .meta(says("What was decided; null while nothing was", "refused")),
  })
  .meta({ id: "AdminHeldPayment" });

export const listHeldPayments = endpoint({
  ...shared,
  method: "GET",
  path: "/v1/admin/holds",
  summary: "Retrieve the payments that screening holds",
  description:
    "Of all merchants: settled ones first, the oldest first, those that were refused at the end; at most 200 of each kind.",
  role: "admin",
  status: 200,
  response: z
    .object({
      object: z.literal("admin_holds"),
      holds: z.array(held).meta(says("The payments")),
    })
    .meta({ id: "AdminHolds" }),
});

const deciding = {
  ...shared,
  method: "POST",
  role: "admin",
  params: idParams,
  body: z.strictObject(repairBody),
  status: 201,
  response: z
    .object({
      object: z.literal("admin_hold_decision"),
      applied,
      consequence,
      hold: held.meta(says("The payment as it was before")),
    })
    .meta({ id: "AdminHoldDecision" }),
  errors: ["invalid_request", "not_found", "session_invalid_state"],
  stepUp: true,
} as const;

export const releaseHeldPayment = endpoint({
  ...deciding,
  path: "/v1/admin/holds/{id}/release",
  summary: "Release a held payment",
  description:
    "A settled payment is confirmed as if its payer had been clear; one that was not sent is relayed. 403 with `not_held` if screening does not hold it.",
});

export const refuseHeldPayment = endpoint({
  ...deciding,
  path: "/v1/admin/holds/{id}/refuse",
  summary: "Refuse a held payment",
  description:
    "A settled payment is never confirmed, and its merchant may return it; one that was not sent is rejected. A refusal may be released later. If it was refused, nothing changes. 403 with `not_held` if screening does not hold it.",
});

export const refundHeldPayment = endpoint({
  ...deciding,
  path: "/v1/admin/holds/{id}/refund",
  summary: "Have a held payment returned",
  description:
    "The merchant returns a settled payment: a refund of what is left waits for its wallet. The transaction becomes `confirmed` and confirms no session. It is decided once. 403 with `not_held` if screening does not hold it, or it was not sent.",
});

const wallet = z
  .object({
    chainId: z.number().int(),
    address,
    retiredAt: instant.nullable().meta(says("When it was retired; null while it is in service")),
    canSign: z.boolean().meta(says("Whether this process has its key", true)),
    queued: count.meta(says("Payments that it has not signed for", 0)),
    signedPayments: count.meta(says("Payments in its open nonces", 2)),
    others: count.meta(says("Other wallets with a key in service", 1)),
  })
  .meta({ id: "AdminRelayWallet" });

export const listRelayWallets = endpoint({
  ...shared,
  method: "GET",
  path: "/v1/admin/relay-wallets",
  summary: "Retrieve the relay's wallets",
  role: "read_only",
  status: 200,
  response: z
    .object({
      object: z.literal("admin_relay_wallets"),
      wallets: z.array(wallet).meta(says("By chain and address")),
    })
    .meta({ id: "AdminRelayWallets" }),
});

export const retireRelayWallet = endpoint({
  ...shared,
  method: "POST",
  path: "/v1/admin/relay-wallets/retire",
  summary: "Take a relay wallet out of service",
  description:
    "Payments that it has not signed for go to the other wallets; signed ones are followed to their end. If it is retired, nothing changes. `reinstate-wallet` of the operator's command line takes it back.",
  role: "super_admin",
  body: z.strictObject({
    chainId,
    address: address.meta(says("The wallet")),
    ...repairBody,
  }),
  status: 201,
  response: z
    .object({
      object: z.literal("admin_wallet_retirement"),
      applied,
      wallet: wallet.meta(says("The wallet, as it is now")),
    })
    .meta({ id: "AdminWalletRetirement" }),
  errors: ["not_found"],
});
