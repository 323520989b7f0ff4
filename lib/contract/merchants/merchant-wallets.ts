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
  .meta({ description: "The nonce of the requested messages", example: exampleNonce });

export const requestWalletProof = endpoint({
  ...shared,
  method: "POST",
  path: "/v1/merchants/me/wallet-proof/message",
  summary: "Request the messages that your wallets sign",
  description:
    "For the registration in live mode. The payout wallet signs, and so does the owner's wallet if it is another one. Each message (EIP-4361) works once and expires after ten minutes; a new request replaces the messages.",
  status: 201,
  body: z.strictObject({
    owner: address.optional().meta({
      description: "The owner, who can change where payments go: the payout wallet by default",
    }),
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
    "Accepts the signatures (EIP-191, or ERC-1271 of a wallet that is a contract) of the requested messages. Stipend's wallet then registers the merchant, once; `chain-status` shows the progress.",
  status: 201,
  body: z
    .strictObject({
      nonce,
      payoutSignature: hexBytes.meta({ description: "By the payout wallet" }),
      ownerSignature: hexBytes
        .optional()
        .meta({ description: "By the owner, if it is another wallet" }),
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
  summary: "Transfer ownership to another wallet",
  description:
    "Changes nothing by itself: the owner's wallet sends `start`, then the new owner's wallet sends `accept`. Until it has, the owner stays and may send `cancel`. `onchain-state` shows the pending owner, and the new one counts once its block is final.",
  status: 201,
  body: z.strictObject({
    newOwner: address.meta({ description: "The new owner, who can then change where payments go" }),
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
