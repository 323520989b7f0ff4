import type { HostedMerchant } from "@/lib/contract/merchants/hosted-merchant";
import type { Currency } from "@/lib/core/amounts/money";
import type { TaxCategory } from "@/lib/core/invoices/taxes";
import type { Mode } from "@/lib/core/modes";
import type { InvoiceStatus } from "@/lib/core/states";

/** What the hosted page of an invoice shows. Amounts are digits in the token's smallest unit, instants ISO 8601. */
export interface InvoicePage {
  readonly mode: Mode;
  readonly number: string;
  /** Where it is downloaded as PDF. */
  readonly documentPath: string;
  /** It can be downloaded as an electronic invoice. */
  readonly hasEInvoice: boolean;
  readonly status: Exclude<InvoiceStatus, "draft">;
  readonly merchant: HostedMerchant;
  readonly seller: PageParty | null;
  /** From the `buyer` of the invoice, or from the customer's name. */
  readonly buyer: PageParty | null;
  readonly customerEmail: string | null;
  readonly currency: Currency;
  readonly decimals: number;
  readonly lines: readonly PageLine[];
  readonly taxes: readonly PageTax[];
  readonly subtotal: string;
  readonly taxTotal: string;
  readonly total: string;
  readonly note: string | null;
  readonly serviceDate: string | null;
  readonly buyerReference: string | null;
  readonly issuedAt: string;
  readonly dueAt: string;
  readonly paidAt: string | null;
  /** All that was paid has been returned; its status stays `paid`. */
  readonly refunded: boolean;
  /** Whose calendar its days are of. */
  readonly timeZone: string;
  readonly network: string;
  /**
   * What the customer can do: pay, look at a payment on its way, or nothing. `review`: a payment that does not pay it, or
   * not yet, such as one that is held by screening, late, or of another amount; `returning`, `returned`: the merchant pays that back, or has.
   */
  readonly payment: "open" | "under_way" | "review" | "returning" | "returned" | "over";
  /** The pay page, or the receipt on it; null where there is neither. */
  readonly payPath: string | null;
  readonly transaction: { readonly hash: string; readonly url: string | null } | null;
}

/** Seller or buyer. */
export interface PageParty {
  readonly name: string;
  /** Of the address, one below the other. */
  readonly addressLines: readonly string[];
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null;
  readonly vatId: string | null;
  readonly reference: string | null;
  /** A person, a telephone number, an e-mail address. */
  readonly contactLines: readonly string[];
}

interface PageLine {
  readonly description: string;
  readonly quantity: number;
  readonly unit: string | null;
  readonly unitAmount: string;
  readonly amount: string;
  readonly taxRate: number | null;
}

interface PageTax {
  readonly category: TaxCategory;
  readonly rate: number;
  readonly taxableAmount: string;
  readonly taxAmount: string;
}
