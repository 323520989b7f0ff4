import { type Currency, currencyDecimals } from "@/lib/core/amounts/money";
import { taxNoteOf } from "@/lib/core/invoices/taxes";
import { testNote } from "@/lib/core/invoices/test-note";
import type { BilledInvoice } from "./billed-invoice";
import { dateOf } from "./date-node";
import { deliveryOf } from "./delivery-nodes";
import { partyOf } from "./party-nodes";
import { type ElectronicInvoice, type InvoiceProfile, profileOf } from "./profile";
import { writeXml, type XmlNode, xmlText } from "./write-xml";

/** What a stablecoin's amounts are written in (ISO 4217). */
const isoCurrencies: Readonly<Record<Currency, string>> = { USDC: "USD", EURC: "EUR" };
/** UN/ECE Recommendation 20; anything else is counted as "one", and its name kept as a note. */
const unitCodes: ReadonlyMap<string, string> = new Map([
  ["hour", "HUR"],
  ["hours", "HUR"],
  ["day", "DAY"],
  ["days", "DAY"],
  ["month", "MON"],
  ["months", "MON"],
  ["year", "ANN"],
  ["years", "ANN"],
  ["kg", "KGM"],
  ["piece", "H87"],
  ["pieces", "H87"],
]);
const ONE = "C62";
const COMMERCIAL_INVOICE = "380";
/** UNTDID 4461: by an online payment service. */
const ONLINE_PAYMENT = "68";
/** What an invoice follows (BT-24). */
const specifications: Readonly<Record<InvoiceProfile, string>> = {
  en16931: "urn:cen.eu:en16931:2017",
  xrechnung: "urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0",
};
/** Peppol's process of billing (BT-23), which XRechnung asks for. */
const BILLING = "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0";

const namespaces = {
  "xmlns:rsm": "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100",
  "xmlns:ram": "urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100",
  "xmlns:udt": "urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100",
  "xmlns:qdt": "urn:un:unece:uncefact:data:standard:QualifiedDataType:100",
};

type Line = BilledInvoice["lines"][number];
type Tax = BilledInvoice["taxes"][number];

/**
 * An invoice as the Cross Industry Invoice of UN/CEFACT in the profile EN 16931, or as XRechnung if it has all that one
 * asks. It can be written where `unrepresentableFields` finds nothing.
 */
export function writeFacturX(invoice: BilledInvoice): ElectronicInvoice {
  const profile = profileOf(invoice);
  const root: XmlNode = [
    "rsm:CrossIndustryInvoice",
    [
      contextOf(profile),
      [
        "rsm:ExchangedDocument",
        [
          ["ram:ID", invoice.number],
          ["ram:TypeCode", COMMERCIAL_INVOICE],
          ["ram:IssueDateTime", [dateOf(invoice.issuedOn)]],
          noteOf(invoice.mode === "test" ? testNote : null),
          noteOf(invoice.note),
          noteOf(invoice.paymentTerms),
        ],
      ],
      [
        "rsm:SupplyChainTradeTransaction",
        [
          ...invoice.lines.map(lineOf),
          agreementOf(invoice),
          deliveryOf(invoice, profile),
          settlementOf(invoice, profile),
        ],
      ],
    ],
    namespaces,
  ];
  return { profile, xml: `<?xml version="1.0" encoding="UTF-8"?>\n${writeXml(root)}\n` };
}

const contextOf = (profile: InvoiceProfile): XmlNode => [
  "rsm:ExchangedDocumentContext",
  [
    profile === "xrechnung"
      ? ["ram:BusinessProcessSpecifiedDocumentContextParameter", [["ram:ID", BILLING]]]
      : undefined,
    ["ram:GuidelineSpecifiedDocumentContextParameter", [["ram:ID", specifications[profile]]]],
  ],
];

function lineOf(line: Line, at: number): XmlNode {
  const [name = "", ...more] = xmlText(line.description).trim().split("\n");
  const unit = line.unit ? unitCodes.get(line.unit.toLowerCase()) : ONE;
  const category = line.taxCategory ?? undefined;
  return [
    "ram:IncludedSupplyChainTradeLineItem",
    [
      [
        "ram:AssociatedDocumentLineDocument",
        [["ram:LineID", `${at + 1}`], unit ? undefined : noteOf(`Unit: ${line.unit}`)],
      ],
      [
        "ram:SpecifiedTradeProduct",
        [
          ["ram:Name", name.trim() || "-"],
          ["ram:Description", more.join("\n").trim()],
        ],
      ],
      [
        "ram:SpecifiedLineTradeAgreement",
        [["ram:NetPriceProductTradePrice", [["ram:ChargeAmount", decimal(line.unitAmount)]]]],
      ],
      [
        "ram:SpecifiedLineTradeDelivery",
        [["ram:BilledQuantity", `${line.quantity}`, { unitCode: unit ?? ONE }]],
      ],
      [
        "ram:SpecifiedLineTradeSettlement",
        [
          [
            "ram:ApplicableTradeTax",
            [
              ["ram:TypeCode", "VAT"],
              ["ram:CategoryCode", category],
              category === "O"
                ? undefined
                : ["ram:RateApplicablePercent", percent(line.taxRate ?? 0)],
            ],
          ],
          [
            "ram:SpecifiedTradeSettlementLineMonetarySummation",
            [["ram:LineTotalAmount", cents(line.amount)]],
          ],
        ],
      ],
    ],
  ];
}

function agreementOf({ buyerReference, seller, buyer }: BilledInvoice): XmlNode {
  return [
    "ram:ApplicableHeaderTradeAgreement",
    [
      ["ram:BuyerReference", buyerReference ?? undefined],
      ["ram:SellerTradeParty", seller ? partyOf(seller) : undefined],
      ["ram:BuyerTradeParty", buyer ? partyOf(buyer) : undefined],
    ],
  ];
}

function settlementOf(invoice: BilledInvoice, profile: InvoiceProfile): XmlNode {
  const { number, currency, taxes, subtotal, taxTotal, total, status } = invoice;
  const iso = isoCurrencies[currency];
  const isPaid = status === "paid";
  return [
    "ram:ApplicableHeaderTradeSettlement",
    [
      ["ram:PaymentReference", number],
      ["ram:InvoiceCurrencyCode", iso],
      [
        "ram:SpecifiedTradeSettlementPaymentMeans",
        [
          ["ram:TypeCode", ONLINE_PAYMENT],
          ["ram:Information", currency],
        ],
      ],
      ...taxes.map((tax) => taxOf(tax, profile)),
      ["ram:SpecifiedTradePaymentTerms", [["ram:DueDateDateTime", [dateOf(invoice.dueOn)]]]],
      [
        "ram:SpecifiedTradeSettlementHeaderMonetarySummation",
        [
          ["ram:LineTotalAmount", cents(subtotal)],
          ["ram:TaxBasisTotalAmount", cents(subtotal)],
          ["ram:TaxTotalAmount", cents(taxTotal), { currencyID: iso }],
          ["ram:GrandTotalAmount", cents(total)],
          isPaid ? ["ram:TotalPrepaidAmount", cents(total)] : undefined,
          ["ram:DuePayableAmount", cents(isPaid ? 0n : total)],
        ],
      ],
    ],
  ];
}

function taxOf(
  { category, rate, taxableAmount, taxAmount }: Tax,
  profile: InvoiceProfile,
): XmlNode {
  // EN 16931 asks for no rate outside of tax (BR-48), XRechnung for one in any case (BR-DE-14).
  const hasRate = category !== "O" || profile === "xrechnung";
  return [
    "ram:ApplicableTradeTax",
    [
      ["ram:CalculatedAmount", cents(taxAmount)],
      ["ram:TypeCode", "VAT"],
      ["ram:ExemptionReason", taxNoteOf(category) ?? undefined],
      ["ram:BasisAmount", cents(taxableAmount)],
      ["ram:CategoryCode", category],
      hasRate ? ["ram:RateApplicablePercent", percent(rate)] : undefined,
    ],
  ];
}

const noteOf = (text: string | null): XmlNode | undefined =>
  text?.trim() ? ["ram:IncludedNote", [["ram:Content", text.trim()]]] : undefined;

/** Hundredths of a percent as a percentage: 1900 → "19.00". */
const percent = (rate: number): string => (rate / 100).toFixed(2);

/** An amount without a part of a cent. */
const cents = (amount: bigint): string => decimal(amount, 2);

function decimal(amount: bigint, places = currencyDecimals): string {
  const text = amount.toString().padStart(currencyDecimals + 1, "0");
  const whole = text.slice(0, -currencyDecimals);
  const fraction = text.slice(-currencyDecimals).slice(0, places);
  return `${whole}.${fraction}`;
}
