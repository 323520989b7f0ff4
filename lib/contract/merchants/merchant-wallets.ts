import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { address, hexBytes, instant, must } from "@/lib/contract/fields";
import { chainStatus } from "./merchant-account";
import { walletCall } from "./wallet-call";

const shared = { auth: "session", tag: "Merchants" } as const;

const exampleNonce = "9f".repeat(16);
const nonce = z
  .string()
  .regex(/^[0-9a-f]{32}$/, must("must be the nonce of the message"))
  .meta({ description: "Of the messages that were asked for", example: exampleNonce });

export const requestWalletProof = endpoint({
  ...shared,
  method: "POST",
  path: "/v1/merchants/me/wallet-proof/message",
  summary: "Ask for the message that your wallets sign",
  description:
    "For the registration in live mode. The payout wallet signs, and a wallet that is to own the record in its place signs as well. The messages (EIP-4361) are good once and for ten minutes; asking again replaces them.",
  status: 201,
  body: z.strictObject({
    owner: address
      .optional()
      .meta({ description: "Who may change where payments go: the payout wallet by default" }),
  }),
  response: z
    .object({
      object: z.literal("wallet_proof_request"),
      nonce: z.string(),
      chainId: z.number().int(),
      registryAddress: address,
      payoutAddress: address,
      owner: address,
      messages: z.array(
        z.object({ role: z.enum(["payout", "owner"]), signer: address, message: z.string() }),
      ),
      expiresAt: instant,
    })
    .meta({ id: "WalletProofRequest" }),
  errors: ["permission_denied", "session_invalid_state"],
});

export const proveWallet = endpoint({
  ...shared,
  method: "POST",
  path: "/v1/merchants/me/wallet-proof",
  summary: "Prove your wallets and be registered in live mode",
  description:
    "Takes the signatures (EIP-191, or ERC-1271 of a wallet that is a contract) of the messages that were asked for. Our wallet then registers the merchant, once; `chain-status` tells how far that is.",
  status: 201,
  body: z
    .strictObject({
      nonce,
      payoutSignature: hexBytes.meta({ description: "By the payout wallet" }),
      ownerSignature: hexBytes
        .optional()
        .meta({ description: "By the owner, where that is another wallet" }),
    })
    .meta({
      id: "WalletProof",
      example: { nonce: exampleNonce, payoutSignature: `0x${"5c".repeat(64)}1b` },
    }),
  response: chainStatus,
  stepUp: true,
  errors: ["permission_denied", "session_invalid_state"],
});

export const transferOwnership = endpoint({
  ...shared,
  method: "POST",
  path: "/v1/merchants/me/ownership-transfer",
  summary: "Hand your record over to another wallet",
  description:
    "Changes nothing by itself: the owner's wallet sends `start`, then the new owner's wallet sends `accept`. Until it has, the owner stays and may send `cancel`. `onchain-state` shows the pending owner, and the new one counts once its block is final.",
  status: 201,
  body: z.strictObject({
    newOwner: address.meta({ description: "Who may change where payments go from then on" }),
  }),
  response: z
    .object({
      object: z.literal("ownership_transfer"),
      status: z.literal("awaiting_wallet"),
      owner: address,
      newOwner: address,
      start: walletCall,
      accept: walletCall,
      cancel: walletCall,
    })
    .meta({ id: "OwnershipTransfer" }),
  stepUp: true,
  errors: ["permission_denied", "session_invalid_state"],
});
