import { headers } from "next/headers";
import { newId } from "@/lib/core/ids";
import type { Context, PublicActor } from "@/lib/domain/context";
import { modules } from "@/lib/domain/operations/modules";
import { clientAddress } from "./client-address";
import { runtime } from "./runtime";

/** What a public page's verbs work with; the actor is known by its address alone. */
export async function pageContext(): Promise<Context<PublicActor>> {
  return publicContext(await headers());
}

/** The same for a request that is at hand. */
export async function publicContext(sent: Headers): Promise<Context<PublicActor>> {
  const { db, config, log, chains, stopping } = runtime();
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
