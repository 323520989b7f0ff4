import { z } from "zod";
import { displayName } from "@/lib/contract/display-name";
import { amountOf, email, must, onceDecoded, says, uint256 } from "@/lib/contract/fields";
import { ofKind } from "@/lib/contract/glossary-entry";
import { countryCode } from "@/lib/contract/merchants/merchants";
import { printed } from "@/lib/contract/printed";
import { nameText } from "@/lib/contract/text-forms";
import { addressSchemes } from "@/lib/core/invoices/address-schemes";
import { maxTaxBps, taxCategoryCodes } from "@/lib/core/invoices/taxes";
import { isVatNumber, normalVatNumber } from "@/lib/core/invoices/vat-number";

const category = z
  .enum(taxCategoryCodes)
  .meta(
    ofKind(
      "Of EN 16931: `S` standard rate, `Z` zero rate, `E` exempt, `AE` reverse charge, `K` intra-community supply, `G` export outside the EU, `O` not subject to tax",
      "S",
    ),
  );
const rate = z
  .number()
  .int()
  .min(0)
  .max(maxTaxBps)
  .meta(ofKind("Hundredths of a percent: 19 % is 1900", 1900));

const isVatId = must("must be a VAT number with its country's letters, like DE123456789");
const vatId = z
  .codec(z.string().max(40), z.string(), { decode: normalVatNumber, encode: (text) => text })
  .refine(isVatNumber, isVatId)
  .meta({ example: "DE123456789" });
/** A text of the merchant's of at most so many characters, for documents. */
export const text = (most: number) => printed(z.string().normalize().min(1).max(most));

const postalAddress = z.strictObject({
  line1: text(200).optional(),
  line2: text(200).optional(),
  city: text(100).optional(),
  region: text(100).optional(),
  postalCode: text(20).optional(),
  country: countryCode,
});

const isScheme = must("must be a scheme of electronic addresses (EAS), like EM or 9930");

const contactInput = z.strictObject({
  name: printed(displayName(nameText(1, 200))),
  phone: text(40).optional(),
  email: email.optional(),
});

const addressInScheme = says("The address in that scheme", "billing@aurora.example");

const electronicAddressInput = z.strictObject({
  scheme: z.string(isScheme).refine((code) => addressSchemes.has(code), isScheme),
  id: text(200).meta(addressInScheme),
});

/** Seller or buyer. */
export const partyInput = z.strictObject({
  legalName: printed(displayName(nameText(1, 200))),
  address: postalAddress.optional(),
  vatId: vatId.optional(),
  reference: text(200).optional(),
  contact: contactInput.optional(),
  electronicAddress: electronicAddressInput.optional(),
});

/** Seller or buyer, as they were given. */
export const party = z
  .object({
    legalName: z.string(),
    address: z
      .object({
        line1: z.string().optional(),
        line2: z.string().optional(),
        city: z.string().optional(),
        region: z.string().optional(),
        postalCode: z.string().optional(),
        country: z.string(),
      })
      .optional(),
    vatId: z.string().optional(),
    reference: z.string().optional(),
    contact: z
      .object({ name: z.string(), phone: z.string().optional(), email: z.string().optional() })
      .optional(),
    electronicAddress: z
      .object({ scheme: z.string(), id: z.string().meta(addressInScheme) })
      .optional(),
  })
  .nullable();

/** A price, which may be nothing. */
const price = amountOf(/^(?:0|[1-9][0-9]{0,77})$/);

/** A line of a new invoice. */
export const lineItemInput = z
  .strictObject({
    description: text(500),
    quantity: z.number().int().min(1).max(10_000),
    unitAmount: price,
    unit: text(40).optional(),
    taxRate: rate.optional(),
    taxCategory: category.optional(),
  })
  .superRefine(({ taxRate, taxCategory }, { addIssue }) => {
    const message = taxFault(taxRate, taxCategory);
    if (message) addIssue({ code: "custom", path: ["taxRate"], message });
  }, onceDecoded);

/** `S` alone has a rate, and needs one. */
function taxFault(taxRate: number | undefined, taxCategory: string | undefined): string | null {
  if (taxRate !== undefined && taxCategory === undefined) return "needs a taxCategory";
  if (taxCategory === "S" && !taxRate) return "must be above 0 in category S";
  if (taxCategory !== "S" && taxRate) return `must be 0 in category ${taxCategory}`;
  return null;
}

/** A line as answers have it. */
export const lineItem = z.object({
  description: z.string(),
  quantity: z.number().int(),
  unitAmount: uint256,
  amount: uint256,
  unit: z.string().nullable(),
  taxRate: rate.nullable(),
  taxCategory: category.nullable(),
});

/** What is taxed together. */
export const taxGroup = z.object({
  category,
  rate,
  taxableAmount: uint256,
  taxAmount: uint256,
  note: z.string().nullable(),
});
