import { z } from "zod";
import type { Endpoint, OutputOf } from "@/lib/contract/endpoint";
import type { Json } from "@/lib/core/text/json";
import type { Context, PublicActor } from "@/lib/domain/platform/context";
import { json, type RouteHandler } from "@/lib/server/http/http";
import { webHandler } from "@/lib/server/http/web-handler";
import type { SignedBody } from "./parse";
import type { VerbRunner } from "./run-verb";
import { apiHandler } from "./serve";

/**
 * Binds a declaration that says `signedBy` to a verb that gets the body as it was sent, with those headers: whether
 * the signature is good is the verb's to say, before it reads anything of it.
 */
export function serveSigned<D extends Endpoint & { auth: "none" }>(
  declaration: D,
  verb: (ctx: Context<PublicActor>, body: SignedBody) => Promise<OutputOf<D>>,
): RouteHandler {
  const run: VerbRunner = async (ctx, input) => {
    // The declaration takes anybody, and its input is what the body's reading makes of it.
    const output = await verb(ctx as Context<PublicActor>, input as SignedBody);
    return json(declaration.status, z.encode(declaration.response, output) as Json);
  };
  return Object.assign(webHandler(apiHandler(declaration, run)), { route: declaration.path });
}
