import { isCountryCode } from "@/lib/core/invoices/factur-x/missing-fields";
import { findAll, readXml, type XmlElement } from "./read-xml";
import { brokenXRechnungRules, xrechnungName } from "./xrechnung";

/*
 * The business rules of EN 16931-1 that concern what we write, by their public texts: what its schema, which a package
 * checks, cannot say.
 */

const cents = (text: string | undefined) => {
  const [whole = "", fraction = ""] = (text ?? "0").split(".");
  return BigInt(whole + fraction.padEnd(2, "0"));
};
const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n);
const filled = (text: string | undefined) => (text ?? "").trim() !== "";

/** Categories by what their rules are called. */
const prefixes: Readonly<Record<string, string>> = {
  S: "S",
  Z: "Z",
  E: "E",
  AE: "AE",
  K: "IC",
  G: "G",
  O: "O",
};
const unitCodes = ["C62", "HUR", "DAY", "MON", "ANN", "KGM", "H87"];

interface Facts {
  readonly lines: readonly XmlElement[];
  readonly taxes: readonly XmlElement[];
  readonly text: (path: string, from?: XmlElement) => string | undefined;
  readonly sumOf: (name: string) => string | undefined;
  readonly sellerVat: boolean;
  readonly buyerVat: boolean;
}
type Rule = readonly [name: string, holds: boolean];

/** The names of the rules that an invoice breaks: those of EN 16931, and of XRechnung if it says that it is one. */
export function brokenRules(xml: string): string[] {
  const root = readXml(xml);
  const own = xml.includes(`<ram:ID>${xrechnungName}</ram:ID>`) ? brokenXRechnungRules(xml) : [];
  const trade = findAll(root, "rsm:SupplyChainTradeTransaction")[0] ?? root;
  const text = (path: string, from: XmlElement = trade) => findAll(from, path)[0]?.text;
  const settlement = "ApplicableHeaderTradeSettlement";
  const sums = `${settlement}/SpecifiedTradeSettlementHeaderMonetarySummation`;
  const vatOf = (party: string) =>
    filled(text(`ApplicableHeaderTradeAgreement/${party}/SpecifiedTaxRegistration/ID`));
  const facts: Facts = {
    lines: findAll(trade, "IncludedSupplyChainTradeLineItem"),
    taxes: findAll(trade, `${settlement}/ApplicableTradeTax`),
    text,
    sumOf: (name) => text(`${sums}/${name}`),
    sellerVat: vatOf("SellerTradeParty"),
    buyerVat: vatOf("BuyerTradeParty"),
  };
  const rules = [
    ...documentRules(root, facts),
    ...partyRules(facts),
    ...facts.lines.flatMap((line) => lineRules(line, facts)),
    ...sumRules(facts),
    ...facts.taxes.flatMap((tax) => taxRules(tax, facts)),
    ...categoryRules(facts),
  ];
  return [...new Set([...rules.flatMap(([name, holds]) => (holds ? [] : [name])), ...own])];
}

function documentRules(root: XmlElement, { text, lines, taxes, sumOf }: Facts): Rule[] {
  const document = findAll(root, "rsm:ExchangedDocument")[0] ?? root;
  const profile = "rsm:ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID";
  const due = text(
    "ApplicableHeaderTradeSettlement/SpecifiedTradePaymentTerms/DueDateDateTime/udt:DateTimeString",
  );
  const means = "ApplicableHeaderTradeSettlement/SpecifiedTradeSettlementPaymentMeans/TypeCode";
  const currency = text("ApplicableHeaderTradeSettlement/InvoiceCurrencyCode");
  return [
    ["BR-1", ["urn:cen.eu:en16931:2017", xrechnungName].includes(text(profile, root) ?? "")],
    ["BR-2", filled(text("ID", document))],
    ["BR-3", /^\d{8}$/.test(text("IssueDateTime/udt:DateTimeString", document) ?? "")],
    ["BR-4", text("TypeCode", document) === "380"],
    ["BR-5", currency === "USD" || currency === "EUR"],
    ["BR-16", lines.length > 0],
    ["BR-49", text(means) === "68"],
    ["BR-CO-18", taxes.length > 0],
    ["BR-CO-25", cents(sumOf("DuePayableAmount")) <= 0n || /^\d{8}$/.test(due ?? "")],
  ];
}

function partyRules({ text, sellerVat }: Facts): Rule[] {
  const of = (party: string, path: string) =>
    text(`ApplicableHeaderTradeAgreement/${party}TradeParty/${path}`);
  const country = (party: string) => of(party, "PostalTradeAddress/CountryID") ?? "";
  const prefixFits = (party: string) => {
    const prefix = of(party, "SpecifiedTaxRegistration/ID")?.slice(0, 2);
    return prefix === undefined || ["EL", "XI"].includes(prefix) || isCountryCode(prefix);
  };
  return [
    ["BR-6", filled(of("Seller", "Name"))],
    ["BR-7", filled(of("Buyer", "Name"))],
    ["BR-9", filled(country("Seller"))],
    ["BR-11", filled(country("Buyer"))],
    ["BR-CL-14", ["Seller", "Buyer"].every((party) => isCountryCode(country(party)))],
    ["BR-CO-9", prefixFits("Seller") && prefixFits("Buyer")],
    ["BR-CO-26", sellerVat || filled(of("Seller", "ID"))],
  ];
}

function lineRules(line: XmlElement, { text }: Facts): Rule[] {
  const tax = findAll(line, "SpecifiedLineTradeSettlement/ApplicableTradeTax")[0];
  const category = tax && text("CategoryCode", tax);
  const rate = tax && text("RateApplicablePercent", tax);
  const quantity = findAll(line, "SpecifiedLineTradeDelivery/BilledQuantity")[0];
  const price = text("SpecifiedLineTradeAgreement/NetPriceProductTradePrice/ChargeAmount", line);
  const amount = text(
    "SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount",
    line,
  );
  const prefix = prefixes[category ?? ""];
  return [
    ["BR-21", filled(text("AssociatedDocumentLineDocument/LineID", line))],
    ["BR-22", /^\d+$/.test(quantity?.text ?? "")],
    ["BR-23", unitCodes.includes(quantity?.attributes.unitCode ?? "")],
    ["BR-24", /^\d+\.\d{2}$/.test(amount ?? "")],
    ["BR-25", filled(text("SpecifiedTradeProduct/Name", line))],
    ["BR-26", /^\d+\.\d+$/.test(price ?? "")],
    ["BR-CO-4", prefix !== undefined],
    // Standard rated lines have a rate above 0, those outside of tax none, all others 0.
    [
      `BR-${prefix}-5`,
      category === "S" ? Number(rate) > 0 : category === "O" ? rate === undefined : rate === "0.00",
    ],
  ];
}

function sumRules({ lines, taxes, text, sumOf }: Facts): Rule[] {
  const amounts = lines.map((line) =>
    cents(
      text(
        "SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount",
        line,
      ),
    ),
  );
  const tax = sum(taxes.map((one) => cents(text("CalculatedAmount", one))));
  const of = (name: string) => cents(sumOf(name));
  const all = [
    "LineTotalAmount",
    "TaxBasisTotalAmount",
    "TaxTotalAmount",
    "GrandTotalAmount",
    "DuePayableAmount",
  ];
  return [
    ["BR-12..15", all.every((name) => filled(sumOf(name)))],
    ["BR-DEC", all.every((name) => /^\d+\.\d{2}$/.test(sumOf(name) ?? ""))],
    ["BR-CO-10", of("LineTotalAmount") === sum(amounts)],
    ["BR-CO-13", of("TaxBasisTotalAmount") === of("LineTotalAmount")],
    ["BR-CO-14", of("TaxTotalAmount") === tax],
    ["BR-CO-15", of("GrandTotalAmount") === of("TaxBasisTotalAmount") + of("TaxTotalAmount")],
    ["BR-CO-16", of("DuePayableAmount") === of("GrandTotalAmount") - of("TotalPrepaidAmount")],
  ];
}

/** A group of the breakdown: BR-45 to BR-48, BR-CO-17, and rules 8 to 10 of its category. */
function taxRules(tax: XmlElement, { lines, text }: Facts): Rule[] {
  const category = text("CategoryCode", tax) ?? "";
  const prefix = prefixes[category];
  const rate = text("RateApplicablePercent", tax);
  const [basis, amount] = [cents(text("BasisAmount", tax)), cents(text("CalculatedAmount", tax))];
  const own = lines.filter((line) => {
    const path = "SpecifiedLineTradeSettlement/ApplicableTradeTax";
    return (
      text(`${path}/CategoryCode`, line) === category &&
      (category === "O" || text(`${path}/RateApplicablePercent`, line) === rate)
    );
  });
  const path =
    "SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount";
  const percent = cents(rate);
  const needsReason = category !== "S" && category !== "Z";
  return [
    ["BR-CO-17", amount === (basis * percent + 5_000n) / 10_000n],
    ["BR-48", category === "O" || rate !== undefined],
    [`BR-${prefix}-8`, own.length > 0 && basis === sum(own.map((line) => cents(text(path, line))))],
    [`BR-${prefix}-9`, category === "S" || amount === 0n],
    [`BR-${prefix}-10`, filled(text("ExemptionReason", tax)) === needsReason],
  ];
}

/** What an invoice with lines of a category has to have. */
function categoryRules({ lines, taxes, text, sellerVat, buyerVat }: Facts): Rule[] {
  const path = "SpecifiedLineTradeSettlement/ApplicableTradeTax/CategoryCode";
  const used = new Set(lines.map((line) => text(path, line) ?? ""));
  const delivery = "ApplicableHeaderTradeDelivery";
  return [...used].flatMap((category): Rule[] => {
    const prefix = prefixes[category];
    const groups = taxes.filter((tax) => text("CategoryCode", tax) === category).length;
    return [
      [`BR-${prefix}-1`, category === "S" ? groups > 0 : groups === 1],
      [`BR-${prefix}-2 seller`, category === "O" ? !sellerVat : sellerVat],
      [
        `BR-${prefix}-2 buyer`,
        category === "O" ? !buyerVat : buyerVat || !["AE", "K"].includes(category),
      ],
      ["BR-O-11", category !== "O" || taxes.length === 1],
      [
        "BR-IC-11",
        category !== "K" ||
          filled(text(`${delivery}/ActualDeliverySupplyChainEvent/OccurrenceDateTime`)),
      ],
      [
        "BR-IC-12",
        category !== "K" ||
          filled(text(`${delivery}/ShipToTradeParty/PostalTradeAddress/CountryID`)),
      ],
    ];
  });
}
