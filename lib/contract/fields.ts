import { z } from "zod";
import { amountPattern, currencies, maxAmount } from "@/lib/core/amounts/money";
import {
  type Address,
  addressPattern,
  type Bytes32,
  bytes32Pattern,
  checksumAddress,
  type Hex,
  plainHex,
} from "@/lib/core/chain/hex";
import { type IdKind, idPattern, idPrefixes } from "@/lib/core/ids";
import { emailPattern } from "@/lib/core/mails/email-pattern";
import { modes } from "@/lib/core/modes";
import { isStorableInstant } from "@/lib/core/storable-instant";
import { normalEmail } from "@/lib/core/text/host-name";
import { metadataExcess } from "@/lib/core/text/metadata-bounds";
import { ofKind } from "./glossary-entry";
import { hexOf, textOf } from "./text-forms";

/** What a field must be, where the schema alone would say it in its own words; "is required" is said elsewhere. */
export const must = (message: string) => ({
  error: ({ input }: { readonly input?: unknown }) => (input === undefined ? undefined : message),
});

const tooLarge = must("must be at most 2^256 − 1");
const inSmallestUnit = must(
  `must be a whole number of the token's smallest unit, in quotes: "2.50" is "2500000"`,
);
const isDigits = must("must be digits in quotes");

/** What a field means in this endpoint or object, where its name alone does not tell, and how it looks. */
export const says = (text: string, example?: string | number | boolean) => ({
  says: text,
  ...(example === undefined ? {} : { examples: [example] }),
});

/** The fields that are amounts of the object's currency, in the token's smallest unit. */
export const moneyFields = z.registry<{ readonly unit: "smallest" }>();
const smallestUnit = { unit: "smallest" } as const;

/** An amount in digits of a form, in the token's smallest unit, at most 2^256 − 1. */
export const amountOf = (pattern: RegExp) =>
  z
    .codec(textOf(pattern, inSmallestUnit), z.bigint(), {
      decode: (text) => BigInt(text),
      encode: (value) => value.toString(),
    })
    .refine((value) => value <= maxAmount, tooLarge)
    .meta(ofKind("Integer string in the token's smallest unit: 2.50 USDC is `2500000`", "2500000"))
    .register(moneyFields, smallestUnit);

/** An amount that moves money: digits without leading zeros, 1 to 2^256 − 1, in the token's smallest unit. */
export const amount = amountOf(amountPattern);

/** Digits; leading zeros are accepted and dropped. */
const digits = z.codec(textOf(/^[0-9]{1,160}$/, isDigits), z.bigint(), {
  decode: (text) => BigInt(text),
  encode: (value) => value.toString(),
});

/** A uint256 in digits; leading zeros are accepted and dropped. */
export const uint256 = digits
  .refine((value) => value <= maxAmount, tooLarge)
  .meta(ofKind("Integer string", "42"));

/** An amount of an answer, which may be nothing. */
export const money = uint256
  .meta(ofKind("Integer string in the token's smallest unit", "2500000"))
  .register(moneyFields, smallestUnit);

const maxUint96 = 2n ** 96n - 1n;

/** A uint96 in digits; leading zeros are accepted and dropped. */
export const uint96 = digits
  .refine((value) => value <= maxUint96, must("must be at most 2^96 − 1"))
  .meta(ofKind("Integer string", "0"));

const isAddress = must("must be an address: 0x and 40 hex digits");

/** An EVM address: any case in, EIP-55 capitals out. */
export const address = z
  .codec(hexOf(addressPattern, isAddress), z.custom<Address>(), {
    decode: (text) => plainHex(text),
    encode: (value) => checksumAddress(value),
  })
  .meta(
    ofKind(
      "EVM address, with the checksum capitals of EIP-55",
      "0x52908400098527886E0F7030069857D2E4169EE7",
    ),
  );

const isBytes32 = must("must be 32 bytes: 0x and 64 hex digits");

/** A hash or another 32-byte value. */
export const bytes32 = z
  .codec(hexOf(bytes32Pattern, isBytes32), z.custom<Bytes32>(), {
    decode: (text) => plainHex(text),
    encode: (value) => value,
  })
  .meta(
    ofKind("32 bytes in hex", "0x8c1e0e5a4e0b5b1f0d5a6f0d2c8bd7a14f9e3c60b7d21a5e94c3f8a6b0d1e2f3"),
  );

const isBytes = must("must be at most 8 kB in hex: 0x and two hex digits per byte");

/** Bytes in hex, at most 8 kB. */
export const hexBytes = z.codec(hexOf(/^0x(?:[0-9a-fA-F]{2}){1,8192}$/, isBytes), z.custom<Hex>(), {
  decode: (text) => plainHex(text),
  encode: (value) => value,
});

/** An ISO 8601 instant with its zone, of a year that has four digits in UTC as well. */
export const instant = z
  .codec(z.iso.datetime({ offset: true }), z.date(), {
    decode: (text) => new Date(text),
    encode: (value) => value.toISOString(),
  })
  .refine(isStorableInstant, { message: "Must be of the years 0001 to 9999" });

const exampleIds = Object.fromEntries(
  Object.entries(idPrefixes).map(([kind, prefix]) => [kind, `${prefix}_8fK2mQ0xZ7dVbN4tRj1LcW5Y`]),
) as Record<IdKind, string>;

/** An id of a kind, as a response carries it. */
export const id = (kind: IdKind) => z.string().meta({ example: exampleIds[kind] });

/** The `{id}` of a path. One that cannot exist is simply not found, so any text is taken. */
export const idParams = z.strictObject({
  id: z.string().min(1).max(80).meta({ description: "The object's id" }),
});

/** An id of a kind in a request body or filter. */
export const idInput = (kind: IdKind) =>
  z
    .string()
    .regex(idPattern(kind), must(`must be an id like ${exampleIds[kind]}`))
    .meta({ example: exampleIds[kind] });

export const currency = z.enum(currencies).meta(ofKind("The stablecoin", "USDC"));
export const mode = z
  .enum(modes)
  .meta(ofKind("`test` or `live`: each mode has its own keys, objects and contracts", "test"));

/** Which of a mode's chains is meant. */
export const chainIdInput = z.number().int().positive().meta({
  description:
    "The chain's id (EIP-155), where the mode has several: the first one where the merchant is registered by default",
  example: 84532,
});

/** Which of a chain's registries is meant. */
export const registryInput = address.meta({
  description:
    "The registry that the payer signed, where a mode has several on a chain: that of the session or plan, else of the chain, by default",
});

/** A yes or no of a query. */
export const flagQuery = z.codec(
  z.enum(["true", "false"], must("must be true or false")),
  z.boolean(),
  {
    decode: (text) => text === "true",
    encode: (value) => (value ? "true" : "false"),
  },
);

const isEmail = must("must be an email address");
/** An email address in its one form: its domain may be given in letters of any script. */
export const email = z
  .string(isEmail)
  .trim()
  .overwrite(normalEmail)
  .max(320)
  .regex(emailPattern, isEmail)
  .meta({ format: "email", example: "ada@example.com" });

/** When a rule over several fields of a body runs: once each of them is decoded. A refused field stands as it was sent. */
export const onceDecoded = {
  when: ({ issues }: z.core.ParsePayload) => issues.length === 0,
};

/** The merchant's own keys and values, within bounds. */
export const metadata = z
  .record(z.string().min(1).max(40), z.unknown())
  .superRefine((value, { addIssue }) => {
    const message = metadataExcess(value);
    if (message) addIssue({ code: "custom", message });
  }, onceDecoded)
  .meta({
    description:
      "The merchant's own keys, at most 50 of 1 to 40 characters. Texts have at most 500 characters; other values together at most 16 kB, nested at most 8 levels",
    example: { order: "7" },
  });

const limitRange = must("must be 1 to 100");

/** How many rows, and where to go on. */
export const pageQuery = {
  limit: z
    .codec(
      z.string().regex(/^[0-9]{1,3}$/, limitRange),
      z.number().int().min(1, limitRange).max(100, limitRange),
      {
        decode: (text) => Number(text),
        encode: (value) => String(value),
      },
    )
    .optional()
    .meta({ description: "1 to 100, default 20", example: "20" }),
  cursor: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .meta({ description: "`nextCursor` of the previous page" }),
};

/** What every page of a list has besides its rows. */
export const listPage = z.object({
  object: z.literal("list").meta({ description: "The object's type" }),
  hasMore: z.boolean().meta({ description: "Whether there is a further page" }),
  nextCursor: z.string().nullable().meta({
    description: "The `cursor` of the next page; null on the last",
    example: "MjAyNi0wMS0w",
  }),
  url: z.string().meta({ description: "The list's path", example: "/v1/payment-sessions" }),
});

/** A page of a list, newest first. */
export function listOf<T extends z.ZodType>(item: T) {
  const { object, ...others } = listPage.shape;
  const data = z.array(item).meta({ description: "The page's rows, newest first" });
  return z.object({ object, data, ...others });
}

/** What an answer has that shows a secret, once: the answer to a repetition of the request has null in its place. */
export const shownOnce = {
  secret: z.string().nullable().meta({ description: "Shown only in this answer" }),
  secretStatus: z.literal("secret_shown_once").optional(),
};

/** The bytes of a file. */
export const fileBytes = z
  .string()
  .meta({ format: "binary", description: "The file", examples: ["%PDF-1.7"] });
