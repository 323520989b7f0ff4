import { z } from "zod";
import { applied, consequence, possible, repairBody } from "@/lib/contract/admin/repair-fields";
import { endpoint } from "@/lib/contract/endpoint";
import { address, amount, id, idParams, instant, mode, says } from "@/lib/contract/fields";
import { count } from "@/lib/contract/insight/stat-fields";
import { statesOf, submissionTransitions } from "@/lib/core/states";

const shared = { auth: "admin", tag: "Admin", role: "admin" } as const;

const state = z
  .enum(statesOf(submissionTransitions))
  .meta(says("Where it stands in the relay", "queued"));
const failureCode = z
  .string()
  .nullable()
  .meta(says("Why it did not get on last; null if nothing failed", "insufficient_balance"));

const submission = z
  .object({
    id: id("relaySubmission"),
    merchantId: id("merchant"),
    mode,
    chainId: z.number().int(),
    state,
    failureCode,
    payer: address.meta(says("The payer's wallet")),
    amount,
    sessionId: z.string().nullable().meta(says("The payment session; null without one")),
    createdAt: instant,
  })
  .meta({ id: "AdminSubmission" });

export const listOpenSubmissions = endpoint({
  ...shared,
  method: "GET",
  path: "/v1/admin/relay-submissions",
  summary: "Retrieve the payments that the relay works on",
  description: "Those that have no outcome yet, the oldest first; at most 200.",
  status: 200,
  response: z
    .object({
      object: z.literal("admin_submissions"),
      submissions: z.array(submission).meta(says("The submissions")),
    })
    .meta({ id: "AdminSubmissions" }),
});

export const requeueSubmission = endpoint({
  ...shared,
  method: "POST",
  path: "/v1/admin/relay-submissions/{id}/requeue",
  summary: "Take a stuck payment up again",
  description:
    "As far as that is safe: one that waits is looked at now, and one whose nonce is used up while its authorization is valid is signed for again. 403 if its state does not allow it; a dry run says so with `possible`.",
  params: idParams,
  body: z.strictObject(repairBody),
  status: 201,
  response: z
    .object({
      object: z.literal("admin_requeue"),
      applied,
      possible,
      consequence,
      submissionId: id("relaySubmission").meta(
        says("The submission", "rsb_8fK2mQ0xZ7dVbN4tRj1LcW5Y"),
      ),
      state,
      failureCode,
      rounds: count.meta(says("How often it was signed for", 1)),
      slot: z
        .object({
          wallet: address.meta(says("The relay wallet")),
          nonce: z.string().meta(says("The wallet's nonce", "7")),
          state: z.string().meta(says("Where the nonce stands", "in_flight")),
        })
        .nullable()
        .meta(says("The nonce that it was last signed with; null without one")),
    })
    .meta({ id: "AdminRequeue" }),
  errors: ["not_found", "session_invalid_state"],
});
