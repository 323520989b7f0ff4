import { headers } from "next/headers";
import { Refusal } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import type { Mode } from "@/lib/core/modes";
import { findMember } from "@/lib/domain/identity/find-member";
import type {
  Context,
  PlatformActor,
  PublicActor,
  SessionActor,
} from "@/lib/domain/platform/context";
import { authenticateKey } from "@/lib/server/api/authenticate-key";
import { clientAddress } from "@/lib/server/http/client-address";
import { runtime } from "@/lib/server/runtime";
import { findVisitor } from "./visitor";

/** What a public page's verbs work with; the actor is known by its address alone. */
export async function pageContext(): Promise<Context<PublicActor>> {
  return publicContext(await headers());
}

/** The same for a request that is at hand. */
export async function publicContext(sent: Headers): Promise<Context<PublicActor>> {
  const { db, config, log, chains, modules, stopping } = runtime();
  const ip = clientAddress(sent, config.TRUST_PROXY_HOPS);
  return {
    db,
    config,
    log,
    chains: await chains(),
    actor: { kind: "public", ip },
    ip,
    modules,
    requestId: newId("request"),
    stopping: stopping.signal,
  };
}

/**
 * What the hosted pages relay with: their server-only key of a mode, checked as any other key is, so
 * that a revoked one stops them at once.
 * @throws Refusal `authentication_error`: the key is revoked or expired
 * @throws Error the key is not configured, or is not a platform key of this mode
 */
export async function platformContext(mode: Mode): Promise<Context<PlatformActor>> {
  const ctx = await pageContext();
  const name = `STIPEND_PLATFORM_KEY_${mode === "test" ? "TEST" : "LIVE"}` as const;
  const key = ctx.config[name];
  if (!key) throw new Error(`${name} is not set: the hosted pages cannot relay`);
  const credential = await authenticateKey(ctx.db, ctx.config, key);
  if (credential.kind !== "platform" || credential.mode !== mode) {
    throw new Error(`${name} is not a platform key of ${mode} mode`);
  }
  return { ...ctx, actor: { kind: "platform", mode, keyId: credential.keyId } };
}

/**
 * The context of a server action of the dashboard, for the person who is signed in.
 * @throws Refusal `authentication_error` with `signed_out`
 * @throws Refusal `permission_denied` with `membership_required`: not a merchant of theirs
 */
export async function visitorContext(
  ctx: Context<PublicActor>,
  { merchantId, mode }: { merchantId: string; mode: Mode },
): Promise<Context<SessionActor>> {
  const visitor = await findVisitor(ctx);
  if (!visitor) {
    throw new Refusal("authentication_error", "Signed out.", { details: { reason: "signed_out" } });
  }
  const { userId } = await findMember(ctx.db, visitor, merchantId);
  const { sessionId } = visitor;
  return { ...ctx, actor: { kind: "session", userId, merchantId, mode, sessionId } };
}
