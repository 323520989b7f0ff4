import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { Refusal } from "@/lib/core/errors";
import { type Mode, modes } from "@/lib/core/modes";

export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

const first = (value: string | string[] | undefined) => [value].flat()[0];

/** The mode that a shop's address names, live without one, and the session that a payment came back with. */
export async function readShopQuery(query: SearchParams): Promise<{
  mode: Mode;
  sessionId: string | null;
  locale: string | undefined;
}> {
  const given = await query;
  const mode = modes.find((one) => one === first(given.mode)) ?? "live";
  const sessionId = first(given.session_id) ?? null;
  return { mode, sessionId, locale: first(given.locale) };
}

/** What is loaded, or null where the shop is closed; without a shop the page is not found. */
export async function unlessClosed<T>(loading: Promise<T>): Promise<T | null> {
  try {
    return await loading;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "not_found") throw error;
    if (error.info.details.reason === "closed") return null;
    return notFound();
  }
}

/** The nonce that styles of this answer carry (Content Security Policy). */
export async function styleNonce(): Promise<string | undefined> {
  const policy = (await headers()).get("content-security-policy") ?? "";
  return /style-src [^;]*'nonce-([^']+)'/.exec(policy)?.[1];
}
