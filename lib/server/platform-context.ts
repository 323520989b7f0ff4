import type { Mode } from "@/lib/core/modes";
import type { Context, PlatformActor } from "@/lib/domain/context";
import { authenticateKey } from "./authenticate-key";
import { pageContext } from "./page-context";

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
