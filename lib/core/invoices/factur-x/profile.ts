import type { BilledInvoice, BilledParty } from "./billed-invoice";
import { isBlank } from "./missing-fields";
import { xmlText } from "./write-xml";

/** What an electronic invoice follows: EN 16931 as it is, or Germany's usage of it. */
export type InvoiceProfile = "en16931" | "xrechnung";

/** An invoice as XML, and what it follows. */
export interface ElectronicInvoice {
  readonly profile: InvoiceProfile;
  readonly xml: string;
}

/** XRechnung 3.0 warns of a telephone number with fewer digits (BR-DE-27). */
const hasThreeDigits = /\d\D*\d\D*\d/;
/** The form of an e-mail address of which XRechnung 3.0 does not warn (BR-DE-28). */
const plainEmail =
  /^[a-z0-9!#$%&"*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&"*+/=?^_`{|}~-]+)*@([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]*[a-z0-9])?$/i;

/**
 * XRechnung 3.0 for an invoice from or to Germany that has all that it asks beyond EN 16931: a buyer reference
 * (BR-DE-15), who answers questions at the seller's (BR-DE-2, 5 to 7, 27, 28), electronic addresses, town and postal
 * code of both (BR-DE-3, 4, 8, 9). EN 16931 for any other.
 */
export function profileOf({ seller, buyer, buyerReference }: BilledInvoice): InvoiceProfile {
  if (!seller || !buyer || isBlank(buyerReference ?? undefined)) return "en16931";
  const isGerman = [seller, buyer].some(({ address }) => address?.country === "DE");
  const isFull = isGerman && canAnswer(seller) && canBeReached(seller) && canBeReached(buyer);
  return isFull ? "xrechnung" : "en16931";
}

function canAnswer({ contact }: BilledParty): boolean {
  const text = (value: string | undefined) => xmlText(value ?? "").trim();
  return (
    text(contact?.name) !== "" &&
    hasThreeDigits.test(text(contact?.phone)) &&
    plainEmail.test(text(contact?.email))
  );
}

const canBeReached = ({ address, electronicAddress }: BilledParty): boolean =>
  [address?.city, address?.postalCode, electronicAddress?.id].every((text) => !isBlank(text));
