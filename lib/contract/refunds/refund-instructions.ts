import { z } from "zod";
import { address, amount, bytes32, hexBytes, instant, uint256 } from "@/lib/contract/fields";
import { refundMethods } from "@/lib/core/kinds";

const data = hexBytes.meta({ description: "The call's data", example: "0xa9059cbb" });
const value = uint256.meta({ description: "Wei to send along", example: "0" });

const step = z.object({
  kind: z.enum(["approve", "refund", "transfer"]).meta({ description: "The purpose of the step" }),
  to: address,
  data,
  value,
  summary: z.string().meta({ description: "A summary for people", example: "Send 2.50 USDC" }),
});

const typedField = z.object({ name: z.string(), type: z.string() });

const authorization = z.object({
  from: address.meta({ description: "The merchant's wallet that signs and pays" }),
  typedData: z
    .object({
      types: z.object({
        EIP712Domain: z.array(typedField),
        ReceiveWithAuthorization: z.array(typedField),
      }),
      primaryType: z.literal("ReceiveWithAuthorization"),
      domain: z.object({
        name: z.string(),
        version: z.string(),
        chainId: z.number().int(),
        verifyingContract: address,
      }),
      message: z.object({
        from: address,
        to: address,
        value: amount,
        validAfter: uint256,
        validBefore: uint256,
        nonce: bytes32,
      }),
    })
    .meta({ description: "The typed data to sign, as JSON, with `eth_signTypedData_v4`" }),
  to: address.meta({ description: "The contract that any account then calls" }),
  dataPrefix: hexBytes.meta({
    description: "The call's data are this, the 65 bytes of the signature, and `dataSuffix`",
    example: "0x1cbc4bd3",
  }),
  dataSuffix: hexBytes.meta({
    description: "The part after the signature in the call's data",
    example: "0x0000",
  }),
  value,
  summary: z.string().meta({ description: "A summary for people", example: "Send 2.50 USDC" }),
});

export const refundInstructions = z
  .object({
    method: z.enum(refundMethods).meta({ description: "Through the contract, or by a transfer" }),
    chainId: z.number().int().meta({ example: 84532 }),
    senders: z.array(address).meta({
      description: "The merchant's wallets, of which one must send it: payout, then owner",
    }),
    to: address.nullable().meta({ description: "The contract that is called" }),
    data: data.nullable().meta({ description: "The call's data" }),
    value: value.nullable().meta({ description: "Wei to send along" }),
    summary: z.string().meta({
      description: "A summary for people",
      example: "Send 2.50 USDC back to 0x5290…9EE7",
    }),
    expiresAt: instant.meta({
      description:
        "When the refund is cancelled if no hash is recorded; one of a late charge is not",
    }),
    eip681: z.string().nullable().meta({
      description: "The same as a payment request (EIP-681), where it can be written as one",
      example: null,
    }),
    steps: z.array(step).meta({
      description:
        "The transactions to send, in this order, each after the one before is mined. Of a single transaction `to`, `data` and `value` say the same, and are null where there are several",
    }),
    authorizations: z.array(authorization).meta({
      description:
        "In place of the steps: one signature of one of the wallets, and one transaction that any account sends; the relay itself sends none of less than its minimum. Empty where the refund is a plain transfer, once a hash was recorded, and once one is signed",
    }),
  })
  .nullable()
  .meta({
    description:
      "The instructions for the merchant's wallet; null if nothing is left to send, while the relay sends it, or if a recorded plain transfer may still be mined",
  });
