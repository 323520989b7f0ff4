import { findAll, readXml, type XmlElement } from "./read-xml";

/*
 * The rules of XRechnung 3.0 in the syntax of UN/CEFACT, by their public texts: BR-DE-1 to BR-DE-31, and those of Peppol
 * that it takes over. Rules of what we never write (discounts, cards, direct debits, attachments, corrections) say that it
 * is not there.
 */

/** The identifier of the specification (BT-24). */
export const xrechnungName =
  "urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0";

/** Of BR-DE-27 and BR-DE-28. */
const phone = /.*([0-9].*){3,}.*/;
const email =
  /^[a-zA-Z0-9!#$%&"*+/=?^_`{|}~-]+(\.[a-zA-Z0-9!#$%&"*+/=?^_`{|}~-]+)*@([a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?\.)+[a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?$/;
const types = ["326", "380", "384", "389", "381", "875", "876", "877"];

type Rule = readonly [name: string, holds: boolean];

/** The names of XRechnung's rules that an invoice breaks, also one that does not say that it is an XRechnung. */
export function brokenXRechnungRules(xml: string): string[] {
  const root = readXml(xml);
  const rules = [...documentRules(root), ...partyRules(root), ...settlementRules(root)];
  return [...new Set(rules.flatMap(([name, holds]) => (holds ? [] : [name])))];
}

const trade = "rsm:SupplyChainTradeTransaction";
const textAt = (from: XmlElement, path: string) =>
  (findAll(from, path)[0]?.text ?? "").replace(/[ \t\r\n]+/g, " ").trim();
const everyElement = (from: XmlElement): readonly XmlElement[] => [
  from,
  ...from.children.flatMap(everyElement),
];

function documentRules(root: XmlElement): Rule[] {
  const context = "rsm:ExchangedDocumentContext";
  const at = (path: string) => textAt(root, path);
  const all = everyElement(root);
  const isEmpty = ({ name, children, text }: XmlElement) =>
    name !== "ram:ApplicableHeaderTradeDelivery" &&
    children.length === 0 &&
    !/[^ \t\r\n]/.test(text);
  const type = at("rsm:ExchangedDocument/TypeCode");
  return [
    ["BR-DE-15", at(`${trade}/ApplicableHeaderTradeAgreement/BuyerReference`) !== ""],
    ["BR-DE-17", types.includes(type)],
    ["BR-DE-21", at(`${context}/GuidelineSpecifiedDocumentContextParameter/ID`) === xrechnungName],
    ["BR-DE-22", all.every(({ name }) => name !== "ram:AdditionalReferencedDocument")],
    ["BR-DE-26", type !== "384"],
    [
      "PEPPOL-EN16931-R001",
      at(`${context}/BusinessProcessSpecifiedDocumentContextParameter/ID`) ===
        "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0",
    ],
    ["PEPPOL-EN16931-R008", !all.some(isEmpty)],
  ];
}

function partyRules(root: XmlElement): Rule[] {
  const agreement = `${trade}/ApplicableHeaderTradeAgreement`;
  const seller = (path: string) => textAt(root, `${agreement}/SellerTradeParty/${path}`);
  const buyer = (path: string) => textAt(root, `${agreement}/BuyerTradeParty/${path}`);
  const contact = (path: string) => seller(`DefinedTradeContact/${path}`);
  const number = contact("TelephoneUniversalCommunication/CompleteNumber");
  const mail = contact("EmailURIUniversalCommunication/URIID");
  const groups = findAll(root, `${agreement}/SellerTradeParty/DefinedTradeContact`);
  const places = findAll(
    root,
    `${trade}/ApplicableHeaderTradeDelivery/ShipToTradeParty/PostalTradeAddress`,
  );
  return [
    ["BR-DE-2", groups.length === 1],
    ["BR-DE-3", seller("PostalTradeAddress/CityName") !== ""],
    ["BR-DE-4", seller("PostalTradeAddress/PostcodeCode") !== ""],
    ["BR-DE-5", contact("PersonName") !== ""],
    ["BR-DE-6", number !== ""],
    ["BR-DE-7", mail !== ""],
    ["BR-DE-8", buyer("PostalTradeAddress/CityName") !== ""],
    ["BR-DE-9", buyer("PostalTradeAddress/PostcodeCode") !== ""],
    ["BR-DE-10", places.every((place) => textAt(place, "CityName") !== "")],
    ["BR-DE-11", places.every((place) => textAt(place, "PostcodeCode") !== "")],
    ["BR-DE-27", phone.test(number)],
    ["BR-DE-28", email.test(mail)],
    ["PEPPOL-EN16931-R010", buyer("URIUniversalCommunication/URIID") !== ""],
    ["PEPPOL-EN16931-R020", seller("URIUniversalCommunication/URIID") !== ""],
  ];
}

function settlementRules(root: XmlElement): Rule[] {
  const settlement = `${trade}/ApplicableHeaderTradeSettlement`;
  const all = (path: string) => findAll(root, `${settlement}/${path}`);
  const means = all("SpecifiedTradeSettlementPaymentMeans");
  const codes = means.map((one) => textAt(one, "TypeCode"));
  const taxes = all("ApplicableTradeTax");
  const taxed = taxes.some((tax) => textAt(tax, "CategoryCode") !== "O");
  const vatId = `${trade}/ApplicableHeaderTradeAgreement/SellerTradeParty/SpecifiedTaxRegistration/ID`;
  const directDebit = [
    ...all("SpecifiedTradePaymentTerms/DirectDebitMandateID"),
    ...all("CreditorReferenceID"),
    ...all("SpecifiedTradeSettlementPaymentMeans/PayerPartyDebtorFinancialAccount"),
  ];
  return [
    ["BR-DE-1", means.length > 0],
    ["BR-DE-14", taxes.every((tax) => textAt(tax, "RateApplicablePercent") !== "")],
    ["BR-DE-16", !taxed || textAt(root, vatId) !== ""],
    ["BR-DE-18", all("SpecifiedTradePaymentTerms/Description").length === 0],
    // An account with transfers (19, 23), a card (24), a mandate with direct debits (20, 25): none is written.
    ["BR-DE-19, 20, 23 to 25", codes.every((code) => code === "68")],
    ["BR-DE-30, 31", directDebit.length === 0],
  ];
}
