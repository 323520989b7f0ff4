import { centUnits } from "@/lib/core/amounts/money";
import type { TaxCategory } from "@/lib/core/invoices/taxes";
import type { BilledInvoice, BilledParty } from "./billed-invoice";
import { xmlText } from "./write-xml";

/** Categories whose invoices name the seller's VAT number (EN 16931: BR-S-2, BR-Z-2, BR-E-2, BR-AE-2, BR-IC-2, BR-G-2). */
const sellersNumber: readonly TaxCategory[] = ["S", "Z", "E", "AE", "K", "G"];
/** And the buyer's (BR-AE-2, BR-IC-2). */
const buyersNumber: readonly TaxCategory[] = ["AE", "K"];

/**
 * The fields for which an invoice cannot be written as EN 16931 asks: what is missing, what does not go together,
 * and amounts with a part of a cent. Empty for one that can be written.
 */
export function unrepresentableFields(invoice: BilledInvoice): string[] {
  return [
    // Neither is a bill that anyone has to book.
    ...(invoice.status === "draft" || invoice.status === "void" ? ["status"] : []),
    ...partyFields("seller", invoice.seller),
    ...partyFields("buyer", invoice.buyer),
    ...categoryFields(invoice),
    ...amountFields(invoice),
  ];
}

/** The officially assigned codes of ISO 3166-1, alpha-2. */
const codes = new Set(
  [
    "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR",
    "BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ",
    "EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW",
    "GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY",
    "KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV",
    "MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY",
    "QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG",
    "TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM",
    "ZW",
  ].flatMap((line) => line.split(" ")),
);

/** Whether a country has that code. */
export const isCountryCode = (code: string): boolean => codes.has(code);

/** Name and country of both (BR-6 to BR-11), of the lists there are (BR-CL-14, BR-CO-9). */
function partyFields(field: string, party: BilledParty | null): string[] {
  if (!party) return [field];
  const { legalName, address, vatId } = party;
  return [
    ...(isBlank(legalName) ? [`${field}.legalName`] : []),
    ...(address ? [] : [`${field}.address`]),
    ...(address && !isCountryCode(address.country) ? [`${field}.address.country`] : []),
    ...(vatId && !hasVatPrefix(vatId) ? [`${field}.vatId`] : []),
  ];
}

/** Whether XML holds nothing of a text but spaces. */
export const isBlank = (text: string | undefined): boolean => xmlText(text ?? "").trim() === "";

/** Greece and Northern Ireland have letters of their own. */
function hasVatPrefix(vatId: string): boolean {
  const prefix = vatId.slice(0, 2);
  return prefix === "EL" || prefix === "XI" || isCountryCode(prefix);
}

function categoryFields({ lines, taxes, seller, buyer, serviceDate }: BilledInvoice): string[] {
  const missing = lines.flatMap(({ taxCategory }, at) =>
    taxCategory ? [] : [`lineItems[${at}].taxCategory`],
  );
  const has = (...wanted: readonly TaxCategory[]) =>
    taxes.some(({ category }) => wanted.includes(category));
  const fields = [
    ...missing,
    // What is not subject to tax stands alone, and names no VAT number (BR-O-2, BR-O-11).
    ...(has("O") && taxes.length > 1 ? ["taxBreakdown"] : []),
    ...(has("O") && seller?.vatId ? ["seller.vatId"] : []),
    ...(has("O") && buyer?.vatId ? ["buyer.vatId"] : []),
    ...(has(...sellersNumber) && seller && !seller.vatId ? ["seller.vatId"] : []),
    ...(has(...buyersNumber) && buyer && !buyer.vatId ? ["buyer.vatId"] : []),
    // A supply to another member state says when (BR-IC-11).
    ...(has("K") && !serviceDate ? ["serviceDate"] : []),
    // Something must identify the seller (BR-CO-26).
    ...(has("O") && seller && isBlank(seller.reference) ? ["seller.reference"] : []),
  ];
  return [...new Set(fields)];
}

/** Amounts have two decimals at the most (BR-DEC-*); the price of one is free. */
function amountFields({ lines, taxes, subtotal, taxTotal, total }: BilledInvoice): string[] {
  const isWhole = (amount: bigint) => amount % centUnits === 0n;
  return [
    ...lines.flatMap(({ amount }, at) => (isWhole(amount) ? [] : [`lineItems[${at}].amount`])),
    ...taxes.flatMap(({ taxAmount }, at) =>
      isWhole(taxAmount) ? [] : [`taxBreakdown[${at}].taxAmount`],
    ),
    ...Object.entries({ subtotal, taxTotal, total }).flatMap(([name, amount]) =>
      isWhole(amount) ? [] : [name],
    ),
  ];
}
