import { z } from "zod";
import {
  applied,
  chainId,
  consequence,
  possible,
  repairBody,
} from "@/lib/contract/admin/repair-fields";
import { endpoint } from "@/lib/contract/endpoint";
import { says } from "@/lib/contract/fields";

/** What a node has at the height of the final block. */
export const nodeAnswers = ["same", "other", "missing", "none"] as const;

const hash = `0x${"4e".repeat(32)}`;

const node = z
  .object({
    name: z.string().meta(says("Its place among the URLs, and its host", "1 (rpc.example)")),
    answer: z
      .enum(nodeAnswers)
      .meta(
        says(
          "`same`: it has the final block. `other`: it has another one. `missing`: it has none at that height. `none`: it did not answer, or is not on the chain",
          "same",
        ),
      ),
    hash: z.string().nullable().meta(says("The block that it has; null without one", hash)),
  })
  .meta({ id: "AdminChainNode" });

export const resumeIndexer = endpoint({
  auth: "admin",
  tag: "Admin",
  role: "super_admin",
  method: "POST",
  path: "/v1/admin/chains/resume",
  summary: "Resume a halted indexer",
  description:
    "Lets the reading of a chain continue after a final block was missing, once a node has that block. Answers what each node has in its place. Nothing is read again. If the chain is not halted, nothing changes. 403 with `halted` while no node has the block; a dry run says so with `possible`.",
  stepUp: true,
  body: z.strictObject({ chainId, ...repairBody }),
  status: 201,
  response: z
    .object({
      object: z.literal("admin_resumption"),
      applied,
      possible,
      consequence,
      chainId,
      haltedReason: z
        .string()
        .nullable()
        .meta(says("Why it is halted; null while it is not", "Finalised block 7 was lost")),
      number: z.string().meta(says("The last block that was read", "12")),
      finalBlock: z
        .object({
          number: z.string().meta(says("Its number", "7")),
          hash: z.string().meta(says("Its hash, as it was read", hash)),
        })
        .nullable()
        .meta(says("The final block; null before there is one")),
      nodes: z.array(node).meta(says("What each node of the chain has at that height")),
    })
    .meta({ id: "AdminResumption" }),
  errors: ["not_found", "session_invalid_state"],
});
