import { type Currency, currencies, currencyDecimals, maxAmount } from "@/lib/core/amounts/money";
import {
  type Address,
  addressPattern,
  type Bytes32,
  bytes32Pattern,
  plainHex,
} from "@/lib/core/chain/hex";
import { idPattern } from "@/lib/core/ids";
import { type ObjectName, objectKinds, objectNames } from "@/lib/core/object-kinds";
import { normalEmail } from "@/lib/core/text/host-name";

/** What is found by a search, in the order in which it is shown. */
export const searchKinds = objectNames;
export type SearchKind = ObjectName;

/** By what an object is found. */
export const searchMatches = [
  "id",
  "key",
  "hash",
  "address",
  "email",
  "number",
  "amount",
  "name",
  "reference",
] as const;
export type MatchedField = (typeof searchMatches)[number];

/** An amount in the smallest unit, of one currency or of any. */
export interface SearchedAmount {
  readonly amounts: readonly bigint[];
  readonly currency: Currency | null;
}

/** What a text that is searched for can be. */
export interface SearchTerms {
  /** An id, which is of one kind. */
  readonly id: { readonly kind: SearchKind; readonly id: string } | null;
  /** How a key begins, and how it ends where it is there whole. */
  readonly key: { readonly prefix: string; readonly last4: string | null } | null;
  readonly hash: Bytes32 | null;
  readonly address: Address | null;
  /** How an address of e-mail begins. */
  readonly email: string | null;
  readonly invoiceNumber: number | null;
  readonly amount: SearchedAmount | null;
  /** How a name begins. */
  readonly name: string | null;
}

const nothing: SearchTerms = {
  id: null,
  key: null,
  hash: null,
  address: null,
  email: null,
  invoiceNumber: null,
  amount: null,
  name: null,
};

/** The largest `integer` of Postgres. */
const MAX_INTEGER = 2_147_483_647;
/** A key is shown by its first characters, and the last four. */
const SHOWN_OF_KEY = 12;
const keyText = /^(?:sk|pk)_(?:test|live)_[0-9A-Za-z]*$/;

/**
 * What a text can be. An id, a hash, an address and a key are that alone; a number can be an amount, an invoice's and
 * the beginning of a name.
 */
export function searchTerms(given: string): SearchTerms {
  const text = given.trim().normalize();
  const id = idOf(text);
  if (id) return { ...nothing, id };
  const hex = plainHex(text);
  if (bytes32Pattern.test(hex)) return { ...nothing, hash: hex };
  if (addressPattern.test(hex)) return { ...nothing, address: hex };
  if (keyText.test(text)) return { ...nothing, key: keyOf(text) };
  return {
    ...nothing,
    email: text.includes("@") ? normalEmail(text) : null,
    invoiceNumber: invoiceNumberOf(text),
    amount: amountOf(text),
    name: text,
  };
}

function idOf(text: string): SearchTerms["id"] {
  const kind = searchKinds.find((one) => idPattern(objectKinds[one].id).test(text));
  return kind === undefined ? null : { kind, id: text };
}

/** More of a key than is shown anywhere is not kept. */
function keyOf(text: string): NonNullable<SearchTerms["key"]> {
  const prefix = text.slice(0, SHOWN_OF_KEY);
  return { prefix, last4: text.length === 44 ? text.slice(-4) : null };
}

/** `INV-000042`, in any spelling, or its number alone. */
function invoiceNumberOf(text: string): number | null {
  const digits = /^(?:inv-?|#)? ?([0-9]{1,12})$/i.exec(text)?.[1];
  const number = Number(digits);
  return digits !== undefined && number > 0 && number <= MAX_INTEGER ? number : null;
}

const amountText = new RegExp(
  `^([0-9]{1,78})(?:\\.([0-9]{0,${currencyDecimals}}))?(?: ?(${currencies.join("|")}))?$`,
  "i",
);

/** `49`, `49.5` or `49.50 USDC` in whole units; a whole number can be in the smallest unit as well. */
function amountOf(text: string): SearchedAmount | null {
  const [matched, whole = "", fraction, named] = amountText.exec(text) ?? [];
  if (matched === undefined) return null;
  const inUnits = BigInt(whole + (fraction ?? "").padEnd(currencyDecimals, "0"));
  const isSmallest = fraction === undefined && named === undefined;
  const amounts = [inUnits, ...(isSmallest ? [BigInt(whole)] : [])].filter(
    (amount) => amount > 0n && amount <= maxAmount,
  );
  const currency = currencies.find((one) => one === named?.toUpperCase()) ?? null;
  return amounts.length > 0 ? { amounts, currency } : null;
}
