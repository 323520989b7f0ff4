import type { useApi } from "@/components/dashboard/shell/acting-context";
import type { ReceivedOutput, SentInput } from "@/lib/contract/endpoint";
import type {
  createApiKey,
  exportApiKeyRequests,
  listApiKeyRequests,
  listApiKeys,
  revealApiKeySuccessor,
  revokeApiKey,
  rotateApiKey,
} from "@/lib/contract/identity/api-keys";

export type ShownKey = ReceivedOutput<typeof listApiKeys>["data"][number];
export type KeyRequest = ReceivedOutput<typeof listApiKeyRequests>["data"][number];
export type NewKey = ReceivedOutput<typeof createApiKey>;
export type KeyInput = SentInput<typeof createApiKey>;
export type Keys = ReturnType<typeof keysOf>;

/** API key calls of a signed-in user for their merchant. */
export const keysOf = (api: ReturnType<typeof useApi>) => ({
  /** Every key of the mode, newest first: a replacement that waits is told of, however old its leaked key is. */
  listAll: async (): Promise<ShownKey[]> => {
    const all: ShownKey[] = [];
    let next: string | null = null;
    do {
      const page: ReceivedOutput<typeof listApiKeys> = await api<typeof listApiKeys>(
        { method: "GET", path: "/v1/api-keys" },
        { limit: "100", ...(next === null ? {} : { cursor: next }) },
      );
      all.push(...page.data);
      next = page.nextCursor;
    } while (next !== null);
    return all;
  },
  create: (input: KeyInput) =>
    api<typeof createApiKey>({ method: "POST", path: "/v1/api-keys" }, input),
  rotate: (id: string) =>
    api<typeof rotateApiKey>({ method: "POST", path: "/v1/api-keys/{id}/rotate" }, { id }),
  revoke: (id: string) =>
    api<typeof revokeApiKey>({ method: "POST", path: "/v1/api-keys/{id}/revoke" }, { id }),
  reveal: (id: string) =>
    api<typeof revealApiKeySuccessor>(
      { method: "POST", path: "/v1/api-keys/{id}/successor" },
      { id },
    ),
  requests: (id: string, cursor?: string) =>
    api<typeof listApiKeyRequests>(
      { method: "GET", path: "/v1/api-keys/{id}/requests" },
      { id, limit: "25", ...(cursor === undefined ? {} : { cursor }) },
    ),
  exportRequests: async (id: string): Promise<Uint8Array<ArrayBuffer>> => {
    const file: unknown = await api<typeof exportApiKeyRequests>(
      { method: "GET", path: "/v1/api-keys/{id}/requests/export", isFile: true },
      { id },
    );
    if (!(file instanceof Uint8Array)) throw new Error("A file is bytes");
    return new Uint8Array(file);
  },
});
