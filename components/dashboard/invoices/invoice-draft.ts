import { typedAmount } from "@/lib/client/typed-amount";
import type { SentInput } from "@/lib/contract/endpoint";
import type { createInvoice } from "@/lib/contract/invoices/invoices";
import { type Currency, digits } from "@/lib/core/amounts/money";
import { maxTaxBps, type TaxCategory } from "@/lib/core/invoices/taxes";
import { type InvoiceTotals, totalsOf } from "@/lib/core/invoices/totals";

/** A line as it is typed. */
export interface DraftLine {
  /** Tells the lines apart while they are edited. */
  readonly key: number;
  readonly description: string;
  readonly quantity: string;
  /** In whole units, e.g. "95.00". */
  readonly price: string;
  readonly taxCategory: TaxCategory | "";
  /** In percent, e.g. "19". */
  readonly taxRate: string;
}

/** Seller or buyer as they are typed. */
export interface DraftParty {
  readonly legalName: string;
  readonly line1: string;
  readonly city: string;
  readonly postalCode: string;
  /** ISO 3166-1 alpha-2; empty without an address. */
  readonly country: string;
  readonly vatId: string;
}

/** An invoice as it is typed. */
export interface InvoiceDraft {
  readonly currency: Currency;
  readonly customerName: string;
  readonly customerEmail: string;
  readonly dueInDays: string;
  readonly note: string;
  readonly serviceDate: string;
  readonly buyerReference: string;
  readonly lines: readonly DraftLine[];
  readonly seller: DraftParty;
  readonly buyer: DraftParty;
}

type InvoiceInput = SentInput<typeof createInvoice>;
type PartyInput = NonNullable<InvoiceInput["seller"]>;

const noParty: DraftParty = {
  legalName: "",
  line1: "",
  city: "",
  postalCode: "",
  country: "",
  vatId: "",
};

/** A line that nothing was typed into yet. */
export const newLine = (key: number): DraftLine => ({
  key,
  description: "",
  quantity: "1",
  price: "",
  taxCategory: "",
  taxRate: "",
});

/** An invoice that nothing was typed into yet. */
export const newDraft = (currency: Currency): InvoiceDraft => ({
  currency,
  customerName: "",
  customerEmail: "",
  dueInDays: "14",
  note: "",
  serviceDate: "",
  buyerReference: "",
  lines: [newLine(0)],
  seller: noParty,
  buyer: noParty,
});

/** The quantity of a line, 1 to 10,000; null for anything else. */
export function quantityOf({ quantity }: Pick<DraftLine, "quantity">): number | null {
  const count = /^\d{1,5}$/.test(quantity.trim()) ? Number(quantity) : 0;
  return count >= 1 && count <= 10_000 ? count : null;
}

/**
 * The tax of a line in hundredths of a percent; null for what is no rate, as one with more than two decimals.
 * @example taxRateOf({ taxCategory: "S", taxRate: "7.7" }) // 770
 */
export function taxRateOf({
  taxCategory,
  taxRate,
}: Pick<DraftLine, "taxCategory" | "taxRate">): number | null {
  if (taxCategory !== "S") return 0;
  const match = /^(\d{1,3})(?:[.,](\d{1,2}))?$/.exec(taxRate.trim());
  if (!match?.[1]) return null;
  const rate = Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
  return rate > 0 && rate <= maxTaxBps ? rate : null;
}

/** Returns the errors of a line the user has typed into; empty when the line is valid. */
export function faultsOf(line: DraftLine): Partial<Record<"quantity" | "taxRate", string>> {
  return {
    ...(quantityOf(line) === null ? { quantity: "Enter a quantity from 1 to 10,000." } : {}),
    ...(taxRateOf(line) === null ? { taxRate: "Enter a percentage like 19 or 7.7." } : {}),
  };
}

const hasText = (texts: readonly string[]): boolean => texts.some((text) => text.trim() !== "");

/** Returns the errors of a party: an invoice has a party by its legal name, and an address by its country. */
export function partyFaultsOf(party: DraftParty): Partial<Record<"legalName" | "country", string>> {
  const { legalName, country, vatId, line1, city, postalCode } = party;
  const address = [line1, city, postalCode];
  const isWithoutName = !hasText([legalName]) && hasText([...address, country, vatId]);
  const isWithoutCountry = country === "" && hasText(address);
  return {
    ...(isWithoutName ? { legalName: "Enter the legal name, or empty the other fields." } : {}),
    ...(isWithoutCountry ? { country: "Choose the country of the address." } : {}),
  };
}

const isComplete = (party: DraftParty) => Object.keys(partyFaultsOf(party)).length === 0;

/** What the API is sent; null while something that it needs is missing or wrong. */
export function inputOf(draft: InvoiceDraft): InvoiceInput | null {
  const lineItems = draft.lines.map(lineInput);
  const dueInDays = daysOf(draft);
  if (lineItems.length === 0 || lineItems.includes(null) || dueInDays === null) return null;
  if (!isComplete(draft.seller) || !isComplete(draft.buyer)) return null;
  const seller = partyInput(draft.seller);
  const buyer = partyInput(draft.buyer);
  const texts = {
    customerName: draft.customerName.trim(),
    customerEmail: draft.customerEmail.trim(),
    note: draft.note.trim(),
    serviceDate: draft.serviceDate,
    buyerReference: draft.buyerReference.trim(),
  };
  return {
    lineItems: lineItems.filter((line) => line !== null),
    currency: draft.currency,
    dueInDays,
    ...filled(texts),
    ...(seller ? { seller } : {}),
    ...(buyer ? { buyer } : {}),
  };
}

/** The days until an invoice is due, 1 to 90; null for anything else. */
export function daysOf({ dueInDays }: Pick<InvoiceDraft, "dueInDays">): number | null {
  const days = /^\d{1,2}$/.test(dueInDays.trim()) ? Number(dueInDays) : 0;
  return days >= 1 && days <= 90 ? days : null;
}

function lineInput(line: DraftLine): InvoiceInput["lineItems"][number] | null {
  const quantity = quantityOf(line);
  const unitAmount = typedAmount(line.price, { allowsZero: true });
  const taxRate = taxRateOf(line);
  const description = line.description.trim();
  if (quantity === null || unitAmount === null || taxRate === null || !description) return null;
  const { taxCategory } = line;
  return { description, quantity, unitAmount, ...(taxCategory ? { taxCategory, taxRate } : {}) };
}

function partyInput(party: DraftParty): PartyInput | null {
  const legalName = party.legalName.trim();
  if (!legalName) return null;
  const { country } = party;
  const [line1, city, postalCode] = [
    party.line1.trim(),
    party.city.trim(),
    party.postalCode.trim(),
  ];
  const address = { ...filled({ line1, city, postalCode }), country };
  return { legalName, ...(country ? { address } : {}), ...filled({ vatId: party.vatId.trim() }) };
}

/** Without what is empty. */
const filled = <Name extends string>(texts: Record<Name, string>) =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== "")) as Partial<
    Record<Name, string>
  >;

/** The sums of what is typed so far: a line that is not complete counts nothing. Null where they are too large. */
export function sumsOf({ lines }: Pick<InvoiceDraft, "lines">): InvoiceTotals | null {
  const totals = totalsOf(
    lines.map((line) => ({
      quantity: quantityOf(line) ?? 0,
      unitAmount: BigInt(typedAmount(line.price) ?? 0),
      taxCategory: line.taxCategory || null,
      taxRate: line.taxCategory ? taxRateOf(line) : null,
    })),
  );
  return "tooLarge" in totals ? null : totals;
}

/** The total that is typed so far, in the token's smallest unit. */
export const totalOf = (draft: Pick<InvoiceDraft, "lines">): string =>
  digits(sumsOf(draft)?.total ?? 0n);
