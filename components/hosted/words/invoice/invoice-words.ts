import type { Language } from "@/components/hosted/words/choose-language";
import type { SayIn } from "@/lib/core/text/say";
import { en } from "./en";

export type SayInvoice = SayIn<typeof en>;
type InvoiceWords = Record<keyof typeof en, string>;

/** What the page of an invoice says: on the server alone. */
export const invoiceWords: Record<Language, InvoiceWords> = { en };
