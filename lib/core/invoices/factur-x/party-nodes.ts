import type { BilledParty } from "./billed-invoice";
import type { XmlNode } from "./write-xml";

/** What stands in the element of a seller or a buyer. */
export function partyOf(party: BilledParty): (XmlNode | undefined)[] {
  const { legalName, address, vatId, reference, electronicAddress } = party;
  return [
    ["ram:ID", reference],
    ["ram:Name", legalName],
    contactOf(party),
    address && [
      "ram:PostalTradeAddress",
      [
        ["ram:PostcodeCode", address.postalCode],
        ["ram:LineOne", address.line1],
        ["ram:LineTwo", address.line2],
        ["ram:CityName", address.city],
        ["ram:CountryID", address.country],
        ["ram:CountrySubDivisionName", address.region],
      ],
    ],
    electronicAddress && [
      "ram:URIUniversalCommunication",
      [["ram:URIID", electronicAddress.id, { schemeID: electronicAddress.scheme }]],
    ],
    ["ram:SpecifiedTaxRegistration", [["ram:ID", vatId, { schemeID: "VA" }]]],
  ];
}

function contactOf({ contact }: BilledParty): XmlNode | undefined {
  if (!contact) return undefined;
  const { name, phone, email } = contact;
  return [
    "ram:DefinedTradeContact",
    [
      ["ram:PersonName", name],
      ["ram:TelephoneUniversalCommunication", [["ram:CompleteNumber", phone]]],
      ["ram:EmailURIUniversalCommunication", [["ram:URIID", email]]],
    ],
  ];
}
