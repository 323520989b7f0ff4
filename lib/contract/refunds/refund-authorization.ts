import { z } from "zod";
import { address, bytes32, instant } from "@/lib/contract/fields";
import {
  refundAuthorizationTransitions,
  refundObstacles,
} from "@/lib/core/refund-authorization-states";
import { statesOf } from "@/lib/core/states";

export const refundAuthorization = z
  .object({
    from: address.meta({ description: "The merchant's wallet that signed and pays" }),
    state: z.enum(statesOf(refundAuthorizationTransitions)).meta({
      description:
        "`queued`: waits for the relay; `signed`: the relay's transaction is stored; `in_flight`: it is sent; `mined`: it is in a block that is not final; `done`: it has succeeded in a final block; `superseded`: the refund ended otherwise; `dead`: the signature can never be executed any more, and the refund has failed",
      example: "in_flight",
    }),
    obstacle: z.enum(refundObstacles).nullable().meta({
      description:
        "Why it waits; but for `given_up`, it is sent once nothing stands against it. `insufficient_balance`: the wallet holds less than the amount; `token_paused`: the token is paused; `address_blocked`: the token's issuer blocks the wallet or the payer; `sender_not_merchant`: the wallet is no longer the merchant's payout address or owner; `exceeds_refundable`: the contract has returned too much of the payment already; `already_refunded`: the contract has made this refund, which becomes final; `authorization_used`, `authorization_expired`: the signature is used, cancelled or over, which becomes final; `signature_refused`: the wallet's code refuses the signature now; `proof_refused`: the contract takes the payment's proof no more; `payer_blocked`: a list names the payer; `screening_unavailable`: the payer cannot be screened now; `reverted`: the transaction had no effect; `nonce_taken`: it was displaced, and is sent again; `given_up`: three transactions had no effect, and it is sent no more: its wallet can still send the steps of `instructions` itself, or cancel the signature on the token, and otherwise the refund fails once the signature is over",
      example: null,
    }),
    txHash: bytes32.nullable().meta({
      description: "The relay's transaction; null until it is sent",
    }),
    validBefore: instant.meta({
      description: "When the signature ends",
      example: "2026-05-04T12:00:00.000Z",
    }),
  })
  .nullable()
  .meta({
    description: "The merchant's signature, which the relay sends; null without one",
    example: null,
  });
