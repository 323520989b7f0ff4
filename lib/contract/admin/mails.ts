import { z } from "zod";
import { repairBody } from "@/lib/contract/admin/repair-fields";
import { endpoint } from "@/lib/contract/endpoint";
import { id, idParams, instant, listOf, mode, pageQuery, says } from "@/lib/contract/fields";
import { mailTransitions, statesOf } from "@/lib/core/states";

const shared = { auth: "admin", tag: "Admin", role: "admin" } as const;
const state = z
  .enum(statesOf(mailTransitions))
  .meta(says("What came of it; `withheld` and `cancelled` were not sent", "failed"));

const mail = z
  .object({
    id: id("mail"),
    object: z.literal("mail"),
    kind: z.string().meta(says("What it tells", "payment_receipt")),
    state,
    recipient: z.string().meta(says("The address that it goes to", "ada@example.com")),
    merchantId: z.string().nullable().meta(says("The merchant; null if it is about an account")),
    mode,
    attempts: z.number().int().meta(says("How often it was tried", 3)),
    failure: z
      .string()
      .nullable()
      .meta(says("What came of the last attempt, in a word; null if it was taken", "refused_550")),
    response: z
      .string()
      .nullable()
      .meta(says("What the mail server said; null if it said nothing", "550 no such user")),
    nextAttemptAt: instant.meta(says("When it is tried next, while it is queued")),
    createdAt: instant,
  })
  .meta({ id: "AdminMail" });

export const listMails = endpoint({
  ...shared,
  method: "GET",
  path: "/v1/admin/mail",
  summary: "List emails",
  description:
    "The emails of all merchants, newest first, without their text. Those that are over are removed after a period.",
  query: z.strictObject({
    ...pageQuery,
    state: state.optional(),
    kind: z.string().min(1).max(80).optional().meta(says("What it tells", "payment_receipt")),
    address: z
      .string()
      .trim()
      .min(1)
      .max(320)
      .optional()
      .meta(says("The whole address, in any case", "ada@example.com")),
  }),
  status: 200,
  response: listOf(mail),
});

export const resendMail = endpoint({
  ...shared,
  method: "POST",
  path: "/v1/admin/mail/{id}/resend",
  summary: "Resend an email that was not sent",
  description:
    "Queues an email again that was refused, failed, was cancelled or withheld, with new attempts. A dry run answers with the email as it is. 400 with `not_unsent` if it waits or was sent, and with `test_mode` for a test payment's on a public chain.",
  params: idParams,
  body: z.strictObject(repairBody),
  status: 201,
  response: mail,
  errors: ["not_found", "invalid_request"],
});
