import { objectKinds } from "@/lib/core/object-kinds";
import type { LiveEvent } from "./live-event";

/** What no page has by an id: a business has one. */
const single = { storefront: "/v1/storefront" } as const;

/** By the path of their endpoints, the longest first: those of products lie below the shop's. */
const resources = [
  ...Object.entries(objectKinds).map(([type, { api }]) => ({ type, path: api as string })),
  ...Object.entries(single).map(([type, path]) => ({ type, path: path as string })),
].sort((one, other) => other.path.length - one.path.length);

/**
 * What a call that succeeded has changed, as an event would name it; null for one that only reads, or that changes no
 * object of the API.
 */
export function changeBy(
  { method, path }: { readonly method: string; readonly path: string },
  answer: unknown,
): LiveEvent | null {
  if (method === "GET") return null;
  const found = resources.find((one) => path === one.path || path.startsWith(`${one.path}/`));
  if (!found) return null;
  const id = typeof answer === "object" && answer !== null && "id" in answer ? answer.id : null;
  return { type: "page.changed", resource: { type: found.type, id: String(id ?? "") } };
}
