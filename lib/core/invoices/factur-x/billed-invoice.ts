import type { Currency } from "@/lib/core/amounts/money";
import type { TaxCategory } from "@/lib/core/invoices/taxes";
import type { Mode } from "@/lib/core/modes";
import type { InvoiceStatus } from "@/lib/core/states";

/** Seller or buyer, as the invoice has them. */
export interface BilledParty {
  readonly legalName: string;
  readonly address?: {
    readonly line1?: string;
    readonly line2?: string;
    readonly city?: string;
    readonly region?: string;
    readonly postalCode?: string;
    /** ISO 3166-1 alpha-2. */
    readonly country: string;
  };
  readonly vatId?: string;
  readonly reference?: string;
  /** BG-6 or BG-9. */
  readonly contact?: { readonly name: string; readonly phone?: string; readonly email?: string };
  /** BT-34 or BT-49, by a scheme of EAS. */
  readonly electronicAddress?: { readonly scheme: string; readonly id: string };
}

/** What an electronic invoice is made of. Amounts in the token's smallest unit. */
export interface BilledInvoice {
  readonly mode: Mode;
  readonly number: string;
  readonly status: InvoiceStatus;
  readonly currency: Currency;
  readonly seller: BilledParty | null;
  readonly buyer: BilledParty | null;
  readonly lines: readonly {
    readonly description: string;
    readonly quantity: number;
    readonly unit: string | null;
    readonly unitAmount: bigint;
    readonly amount: bigint;
    readonly taxRate: number | null;
    readonly taxCategory: TaxCategory | null;
  }[];
  readonly taxes: readonly {
    readonly category: TaxCategory;
    readonly rate: number;
    readonly taxableAmount: bigint;
    readonly taxAmount: bigint;
  }[];
  readonly subtotal: bigint;
  readonly taxTotal: bigint;
  readonly total: bigint;
  readonly note: string | null;
  /** YYYY-MM-DD. */
  readonly serviceDate: string | null;
  readonly buyerReference: string | null;
  /** YYYY-MM-DD, in the time zone of the invoice. */
  readonly issuedOn: string;
  /** YYYY-MM-DD, in the time zone of the invoice. */
  readonly dueOn: string;
  /** How it is paid, in words. */
  readonly paymentTerms: string;
}
