import { refOf } from "@/lib/core/hex";
import type { Json } from "@/lib/core/json";

/** A field of a template, with what it usually holds. */
export interface TemplateField {
  readonly name: string;
  isUsual(value: Json | undefined, known: readonly string[]): boolean;
  usual(known: readonly string[]): Json;
}

const always = (name: string, usual: string | number | null): TemplateField => ({
  name,
  isUsual: (value) => value === usual,
  usual: () => usual,
});

/** What is stored elsewhere, in that place. */
const known = (name: string, place: number): TemplateField => ({
  name,
  isUsual: (value, all) => value === all[place],
  usual: (all) => all[place] ?? null,
});

/** The hash of what is known first. */
const ref = (name: string): TemplateField => {
  const usual = ([id = ""]: readonly string[]) => refOf(id);
  return { name, usual, isUsual: (value, all) => value === usual(all) };
};

/** An array or an object, by its JSON. */
const json = (name: string, text: string): TemplateField => ({
  name,
  isUsual: (value) => typeof value === "object" && value !== null && JSON.stringify(value) === text,
  usual: () => JSON.parse(text),
});

const EPOCH = "1970-01-01T00:00:00.000Z";

/**
 * What objects are compared with, by the first byte of what is packed: the names of their fields in the order
 * of their JSON. A template is never changed nor removed: what was packed with it could not be read any more.
 * A new one is added, and is used from then on. The dictionaries have the bytes below.
 */
export const templates: ReadonlyMap<number, readonly TemplateField[]> = new Map([
  [
    128,
    [
      known("id", 0),
      always("object", "payment_session"),
      always("mode", "live"),
      known("merchantId", 1),
      always("amount", "1000000"),
      always("currency", "USDC"),
      always("status", "created"),
      always("description", null),
      always("checkoutUrl", null),
      always("successUrl", null),
      always("cancelUrl", null),
      ref("ref"),
      always("chainId", 8453),
      known("processorAddress", 2),
      json("signatures", "[1,2]"),
      known("tokenAddress", 3),
      always("chainMerchantId", "0"),
      always("customerId", null),
      always("invoiceId", null),
      always("transactionId", null),
      always("payment", null),
      always("amountRefunded", "0"),
      always("amountRefundable", "0"),
      json("metadata", "{}"),
      always("createdVia", "api"),
      always("expiresAt", EPOCH),
      always("confirmedAt", null),
      always("createdAt", EPOCH),
    ],
  ],
]);

/** The template of new sessions, which are most of what is packed. */
export const currentTemplate = 128;
