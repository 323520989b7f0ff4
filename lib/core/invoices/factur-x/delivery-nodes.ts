import type { BilledInvoice, BilledParty } from "./billed-invoice";
import { dateOf } from "./date-node";
import type { InvoiceProfile } from "./profile";
import type { XmlNode } from "./write-xml";

/** When, and for another member state where, what is billed was delivered. */
export function deliveryOf(
  { serviceDate, taxes, buyer }: BilledInvoice,
  profile: InvoiceProfile,
): XmlNode {
  const goesAbroad = taxes.some(({ category }) => category === "K");
  const address = buyer?.address;
  const children: (XmlNode | undefined)[] = [
    goesAbroad && address
      ? ["ram:ShipToTradeParty", [["ram:PostalTradeAddress", placeOf(address, profile)]]]
      : undefined,
    serviceDate
      ? ["ram:ActualDeliverySupplyChainEvent", [["ram:OccurrenceDateTime", [dateOf(serviceDate)]]]]
      : undefined,
  ];
  // The element is required, also without content.
  return children.some(Boolean)
    ? ["ram:ApplicableHeaderTradeDelivery", children]
    : ["ram:ApplicableHeaderTradeDelivery", null];
}

/** Where a supply to another member state goes: its country (BR-IC-12), and what XRechnung adds (BR-DE-10, 11). */
function placeOf(
  { country, city, postalCode }: NonNullable<BilledParty["address"]>,
  profile: InvoiceProfile,
): XmlNode[] {
  if (profile === "en16931") return [["ram:CountryID", country]];
  return [
    ["ram:PostcodeCode", postalCode],
    ["ram:CityName", city],
    ["ram:CountryID", country],
  ];
}
