import type { Currency } from "@/lib/core/amounts/money";
import type { Mode } from "@/lib/core/modes";
import type { InvoiceStatus } from "@/lib/core/states";

/** Seller or buyer, on paper. */
export interface PrintedParty {
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

/** A party of which nothing else is known. */
export const nameOnly = (name: string): PrintedParty => ({
  name,
  addressLines: [],
  country: null,
  vatId: null,
  reference: null,
  contactLines: [],
});

export interface PrintedLine {
  readonly description: string;
  readonly quantity: number;
  readonly unit: string | null;
  readonly unitAmount: string;
  readonly amount: string;
  readonly taxRate: number | null;
}

/** What an invoice's document shows. Amounts are digits in the token's smallest unit, instants ISO 8601. */
export interface PrintedInvoice {
  readonly mode: Mode;
  readonly number: string;
  readonly status: InvoiceStatus;
  /** It was paid, and the whole of it was returned. */
  readonly refunded: boolean;
  readonly merchantName: string;
  readonly seller: PrintedParty | null;
  readonly buyer: PrintedParty | null;
  readonly customerEmail: string | null;
  readonly currency: Currency;
  readonly decimals: number;
  readonly lines: readonly PrintedLine[];
  readonly taxes: readonly {
    readonly rate: number;
    readonly taxableAmount: string;
    readonly taxAmount: string;
    /** What must be said of it; null where nothing. */
    readonly note: string | null;
  }[];
  readonly subtotal: string;
  readonly taxTotal: string;
  readonly total: string;
  readonly note: string | null;
  /** YYYY-MM-DD. */
  readonly serviceDate: string | null;
  readonly buyerReference: string | null;
  readonly issuedAt: string;
  readonly dueAt: string;
  readonly paidAt: string | null;
  /** Whose calendar its days are of. */
  readonly timeZone: string;
  /** The chain on which it is paid. */
  readonly network: string;
  /** Where it can be paid; null where it cannot. */
  readonly payUrl: string | null;
  /** Of the payment. */
  readonly txHash: string | null;
}
