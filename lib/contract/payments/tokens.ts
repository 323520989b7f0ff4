import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { address, must, uint256 } from "@/lib/contract/fields";

/** Which of a mode's chains is meant. */
const chainIdQuery = z
  .codec(
    z.string().regex(/^[1-9][0-9]{0,15}$/, must("must be a chain's id")),
    z.number().int().positive(),
    { decode: (text) => Number(text), encode: (value) => String(value) },
  )
  .meta({
    description: "The chain's id (EIP-155), where several have a token at the address",
    example: "84532",
  });

const tag = "Tokens";
const tokenParams = z.strictObject({ address });

export const token = z
  .object({
    object: z.literal("token"),
    address,
    chainId: z.number().int(),
    name: z.string(),
    symbol: z.string(),
    decimals: z.number().int(),
    version: z.string(),
    capabilities: z.number().int().meta({
      description: "Bit 0: EIP-2612 permit. Bit 1: EIP-3009 transfer with authorization",
    }),
  })
  .meta({ id: "Token" });

export const getToken = endpoint({
  method: "GET",
  path: "/v1/tokens/{address}",
  tag,
  summary: "Retrieve a token",
  auth: "none",
  params: tokenParams,
  query: z.strictObject({ chainId: chainIdQuery.optional() }),
  status: 200,
  response: token,
  errors: ["not_found"],
});

export const getPermitNonce = endpoint({
  method: "GET",
  path: "/v1/tokens/{address}/permit-nonce",
  tag,
  summary: "Read an owner's permit nonce",
  description: "Read it right before signing: a stale nonce is rejected.",
  auth: "none",
  params: tokenParams,
  query: z.strictObject({ owner: address, chainId: chainIdQuery.optional() }),
  status: 200,
  response: z.object({ nonce: uint256 }),
  errors: ["not_found"],
});
