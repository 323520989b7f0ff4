import { z } from "zod";
import {
  type Address,
  addressPattern,
  type Bytes32,
  bytes32Pattern,
  checksumAddress,
  type Hex,
  lowerHex,
} from "@/lib/core/hex";
import { type IdKind, idPattern, idPrefixes } from "@/lib/core/ids";
import { modes } from "@/lib/core/modes";
import { currencies, maxAmount } from "@/lib/core/money";

const tooLarge = { message: "Must be at most 2^256 − 1" };

/** An amount that moves money: digits without leading zeros, 1 to 2^256 − 1, in the token's smallest unit. */
export const amount = z
  .codec(z.string().regex(/^[1-9][0-9]{0,77}$/), z.bigint(), {
    decode: (text) => BigInt(text),
    encode: (value) => value.toString(),
  })
  .refine((value) => value <= maxAmount, tooLarge)
  .meta({
    description: "Integer string in the token's smallest unit",
  });

/** A uint256 in digits; leading zeros are accepted and dropped. */
export const uint256 = z
  .codec(z.string().regex(/^[0-9]{1,160}$/), z.bigint(), {
    decode: (text) => BigInt(text),
    encode: (value) => value.toString(),
  })
  .refine((value) => value <= maxAmount, tooLarge)
  .meta({ description: "Integer string" });

/** An EVM address: any case in, EIP-55 capitals out. */
export const address = z
  .codec(z.string().regex(addressPattern), z.custom<Address>(), {
    decode: (text) => lowerHex(text),
    encode: (value) => checksumAddress(value),
  })
  .meta({ description: "EVM address" });

/** A hash or another 32-byte value. */
export const bytes32 = z
  .codec(z.string().regex(bytes32Pattern), z.custom<Bytes32>(), {
    decode: (text) => lowerHex(text),
    encode: (value) => value,
  })
  .meta({ description: "32 bytes in hex" });

/** Bytes in hex, at most 8 kB. */
export const hexBytes = z.codec(
  z.string().regex(/^0x(?:[0-9a-fA-F]{2}){1,8192}$/),
  z.custom<Hex>(),
  { decode: (text) => lowerHex(text), encode: (value) => value },
);

/** An ISO 8601 instant with its zone. */
export const instant = z.codec(z.iso.datetime({ offset: true }), z.date(), {
  decode: (text) => new Date(text),
  encode: (value) => value.toISOString(),
});

/** An id of a kind, as a response carries it. */
export const id = (kind: IdKind) => z.string().meta({ example: `${idPrefixes[kind]}_…` });

/** The `{id}` of a path. One that cannot exist is simply not found, so any text is taken. */
export const idParams = z.strictObject({ id: z.string().min(1).max(80) });

/** An id of a kind in a request body or filter. */
export const idInput = (kind: IdKind) => z.string().regex(idPattern(kind));

export const currency = z.enum(currencies);
export const mode = z.enum(modes);

export const email = z.email().max(320);

/** At most 50 keys of at most 40 characters; a text of at most 500. */
export const metadata = z
  .record(z.string().min(1).max(40), z.unknown())
  .refine((value) => Object.keys(value).length <= 50, { message: "At most 50 keys" })
  .refine(
    (value) => Object.values(value).every((item) => typeof item !== "string" || item.length <= 500),
    { message: "A text value has at most 500 characters" },
  );

/** How many rows, and where to go on. */
export const pageQuery = {
  limit: z
    .codec(z.string().regex(/^[0-9]{1,3}$/), z.number().int().min(1).max(100), {
      decode: (text) => Number(text),
      encode: (value) => String(value),
    })
    .optional()
    .meta({ description: "1 to 100, default 20" }),
  cursor: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .meta({ description: "`nextCursor` of the page before" }),
};

/** A page of a list, newest first. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.object({
    object: z.literal("list"),
    data: z.array(item),
    hasMore: z.boolean(),
    nextCursor: z.string().nullable(),
    url: z.string(),
  });
}
