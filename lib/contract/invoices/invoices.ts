import { z } from "zod";
import { displayName } from "@/lib/contract/display-name";
import { endpoint } from "@/lib/contract/endpoint";
import {
  chainIdInput,
  currency,
  email,
  fileBytes,
  id,
  idParams,
  instant,
  listOf,
  mode,
  money,
  pageQuery,
  says,
} from "@/lib/contract/fields";
import { printed } from "@/lib/contract/printed";
import { nameText } from "@/lib/contract/text-forms";
import { roundings } from "@/lib/core/invoices/taxes";
import { invoiceTransitions, statesOf } from "@/lib/core/states";
import { lineItem, lineItemInput, party, partyInput, taxGroup, text } from "./invoice-fields";

const tag = "Invoices";
const rounding = z.enum(roundings);
const status = z.enum(statesOf(invoiceTransitions));
export const invoice = z
  .object({
    id: id("invoice"),
    object: z.literal("invoice"),
    mode,
    merchantId: id("merchant"),
    number: z.string(),
    status,
    currency,
    subtotal: money,
    taxTotal: money,
    total: money,
    rounding,
    timeZone: z.string(),
    taxBreakdown: z.array(taxGroup),
    lineItems: z.array(lineItem),
    sessionId: id("paymentSession"),
    chainId: z.number().int(),
    hostedUrl: z.string().nullable(),
    customerName: z.string().nullable(),
    customerEmail: z.string().nullable(),
    note: z.string().nullable(),
    seller: party,
    buyer: party,
    serviceDate: z.string().nullable(),
    buyerReference: z.string().nullable(),
    lastEmail: z
      .object({
        status: z.enum(["queued", "sent", "refused", "failed", "withheld", "cancelled"]),
        error: z.string().nullable(),
        at: instant,
      })
      .nullable(),
    dueAt: instant,
    sentAt: instant.nullable(),
    overdueAt: instant.nullable(),
    paidAt: instant.nullable(),
    voidedAt: instant.nullable(),
    createdAt: instant,
  })
  .meta({ id: "Invoice" });

export const createInvoice = endpoint({
  method: "POST",
  path: "/v1/invoices",
  tag,
  summary: "Create an invoice",
  description:
    "Makes a draft with the next number, and its payment session. Until the invoice is sent, no email goes out and the invoice cannot be paid.",
  auth: "merchant",
  scope: "invoices_write",
  needs: "processor",
  body: z
    .strictObject({
      lineItems: z.array(lineItemInput).min(1).max(100),
      currency,
      customerName: printed(displayName(nameText(1, 200))).optional(),
      customerEmail: email.optional(),
      note: printed(z.string().normalize().max(2000))
        .meta(says("A text below the lines, shown to the payer", "Thank you!"))
        .optional(),
      dueInDays: z.number().int().min(1).max(90).optional(),
      rounding: rounding.optional(),
      seller: partyInput.optional(),
      buyer: partyInput.optional(),
      serviceDate: z.iso.date().optional(),
      buyerReference: text(200).optional(),
      chainId: chainIdInput.optional(),
    })
    .meta({
      example: {
        lineItems: [{ description: "Consulting, April", quantity: 12, unitAmount: "95000000" }],
        currency: "USDC",
        customerName: "Ada Lovelace",
        customerEmail: "ada@example.com",
        dueInDays: 14,
      },
    }),
  status: 201,
  response: invoice,
  errors: ["permission_denied"],
});

export const listInvoices = endpoint({
  method: "GET",
  path: "/v1/invoices",
  tag,
  summary: "List invoices",
  auth: "merchant",
  scope: "invoices_read",
  query: z.strictObject({ ...pageQuery, status: status.optional() }),
  status: 200,
  response: listOf(invoice),
});

export const getInvoice = endpoint({
  method: "GET",
  path: "/v1/invoices/{id}",
  tag,
  summary: "Retrieve an invoice",
  auth: "merchant",
  scope: "invoices_read",
  params: idParams,
  status: 200,
  response: invoice,
  errors: ["not_found"],
});

export const sendInvoice = endpoint({
  method: "POST",
  path: "/v1/invoices/{id}/send",
  tag,
  summary: "Send an invoice",
  description:
    "Opens a draft for payment and emails it to `customerEmail`. If the invoice is already sent or overdue, this emails a reminder, at most one an hour, and none while a payment is on its way or screening has held one back. `invoice.sent` follows when the mail server has accepted the email.",
  auth: "merchant",
  scope: "invoices_write",
  params: idParams,
  status: 201,
  response: invoice,
  errors: ["not_found", "session_invalid_state", "permission_denied"],
});

export const voidInvoice = endpoint({
  method: "POST",
  path: "/v1/invoices/{id}/void",
  tag,
  summary: "Void an invoice",
  description:
    "Cancels its payment session. Refused once a payment is on its way; refund a paid invoice instead. The number is not reused.",
  auth: "merchant",
  scope: "invoices_write",
  params: idParams,
  whenClosed: true,
  status: 201,
  response: invoice,
  errors: ["not_found", "session_invalid_state"],
});

export const duplicateInvoice = endpoint({
  method: "POST",
  path: "/v1/invoices/{id}/duplicate",
  tag,
  summary: "Duplicate an invoice",
  description:
    "Makes a new draft with the same content, its own number and session, due as many days from now. Any invoice can be duplicated, including a void one.",
  auth: "merchant",
  scope: "invoices_write",
  needs: "processor",
  params: idParams,
  status: 201,
  response: invoice,
  errors: ["not_found", "permission_denied"],
});

export const getInvoiceDocument = endpoint({
  method: "GET",
  path: "/v1/invoices/{id}/document",
  tag,
  summary: "Download an invoice",
  description:
    "As PDF/A-3, or with the electronic invoice inside (Factur-X, profile EN 16931, or XRechnung for an invoice from or to Germany that has all that one asks: USDC is written as USD, EURC as EUR). An invoice whose state has not changed gives the same bytes. `facturx` needs both parties with their addresses, a tax category on each line and amounts in whole cents: 400 with `not_representable` and `details.fields` otherwise.",
  auth: "merchant",
  scope: "invoices_read",
  params: idParams,
  query: z.strictObject({
    format: z.enum(["pdf", "facturx"]).optional().meta({ description: "`pdf` by default" }),
  }),
  status: 200,
  file: "application/pdf",
  response: fileBytes,
  errors: ["not_found"],
});
