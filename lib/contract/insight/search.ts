import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { currency, instant, mode, money, must } from "@/lib/contract/fields";
import { searchKinds, searchMatches } from "@/lib/core/text/search-terms";

const searchHit = z
  .object({
    object: z.literal("search_hit"),
    type: z.enum(searchKinds),
    id: z.string(),
    mode,
    matched: z.enum(searchMatches),
    title: z.string().nullable(),
    status: z.string().nullable(),
    amount: money.nullable(),
    currency: currency.nullable(),
    createdAt: instant,
  })
  .meta({ id: "SearchHit" });

const oneLine = must("must be 1 to 320 characters that are not all spaces");

export const search = endpoint({
  method: "GET",
  path: "/v1/search",
  tag: "Search",
  summary: "Search",
  description:
    "Finds objects by id, by a transaction's hash, by a wallet's address, by an address of e-mail or a name or how it begins, by an invoice's number, by a customer's `externalRef`, by how an API key begins, or by an amount among the newest 5,000 of each kind: `49.50` in whole units, `49500000` in the smallest one, with the currency if that is meant. At most five of each kind. A key finds payment sessions, and objects of other types if its scopes let it read them.",
  auth: "merchant",
  scope: "sessions_read",
  query: z.strictObject({
    q: z
      .string()
      .trim()
      .min(1, oneLine)
      .max(320, oneLine)
      .meta({ description: "The search text", example: "ada@example.com" }),
  }),
  status: 200,
  response: z.object({
    object: z.literal("search_result"),
    data: z.array(searchHit).meta({ description: "The results, by type, newest first" }),
  }),
});
