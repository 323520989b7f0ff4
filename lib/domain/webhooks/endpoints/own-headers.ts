import { type SealingKeys, seal, unseal } from "@/lib/adapters/sealing/seal";
import { invalidRequest } from "@/lib/core/errors";
import type { EndpointRow } from "./endpoint-rows";

const PURPOSE = "webhook-headers";

/** What the connection, the body or the signature says (RFC 9110, 7.6.1; Standard Webhooks). */
const reserved = new Set([
  ...[
    "host",
    "connection",
    "keep-alive",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "expect",
  ],
  ...["content-length", "content-type", "content-encoding", "accept-encoding", "user-agent"],
]);
const isReserved = (name: string) => reserved.has(name) || /^(?:webhook|proxy)-/.test(name);

/** An endpoint's own header fields as its row has them. */
type SealedHeaders = Pick<EndpointRow, "headerNames" | "headersSealed">;

/**
 * Seals an endpoint's own header fields; in another row they do not open.
 * @param headers null for none
 * @throws Refusal `invalid_request`: a name that is reserved (`header_reserved`), or is there twice (`header_twice`)
 */
export function sealHeaders(
  keys: SealingKeys,
  endpointId: string,
  headers: Readonly<Record<string, string>> | null | undefined,
): SealedHeaders {
  const fields = Object.entries(headers ?? {}).map(
    ([name, value]) => [name.toLowerCase(), value] as const,
  );
  if (fields.length === 0) return { headerNames: [], headersSealed: null };
  const names = fields.map(([name]) => name);
  const refused = names.find(isReserved);
  if (refused) {
    const message = `${refused} is set for each webhook and cannot be chosen.`;
    throw invalidRequest("headers", message, { reason: "header_reserved" });
  }
  if (new Set(names).size < names.length) {
    const message = "A header field can be given once, in any case.";
    throw invalidRequest("headers", message, { reason: "header_twice" });
  }
  return {
    headerNames: names,
    headersSealed: seal(keys, PURPOSE, endpointId, JSON.stringify(fields)),
  };
}

/** The header fields of an endpoint's row, by name. */
export function openHeaders(
  keys: SealingKeys,
  { id, headersSealed }: { id: string; headersSealed: string | null },
): Record<string, string> {
  if (headersSealed === null) return {};
  return Object.fromEntries(JSON.parse(unseal(keys, PURPOSE, id, headersSealed)));
}

/** The same, sealed anew. */
export function resealHeaders(
  keys: SealingKeys,
  row: { id: string; headersSealed: string },
): string {
  return seal(keys, PURPOSE, row.id, unseal(keys, PURPOSE, row.id, row.headersSealed));
}
