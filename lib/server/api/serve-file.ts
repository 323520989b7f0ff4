import type { Endpoint, InputOf } from "@/lib/contract/endpoint";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { fileHeaders } from "@/lib/server/http/file-headers";
import type { RouteHandler } from "@/lib/server/http/http";
import { webHandler } from "@/lib/server/http/web-handler";
import { inMerchantTurn } from "./merchant-turns";
import type { VerbRunner } from "./run-verb";
import { apiHandler } from "./serve";

/** What is downloaded; the name has no quotes in it. */
interface File {
  readonly name: string;
  readonly bytes: Buffer;
}

type FileVerb<Input> = (ctx: Context<MerchantActor>, input: Input) => Promise<File>;

/**
 * Binds a declaration to a verb whose output is a file. What goes wrong is answered as at any endpoint.
 * @throws TypeError when it is not declared to answer with a file
 */
export function serveFile<D extends Endpoint & { auth: "merchant" }>(
  declaration: D,
  verb: FileVerb<InputOf<D>>,
): RouteHandler {
  const { file: type } = declaration;
  if (!type) throw new TypeError(`${declaration.path} is declared to answer with JSON`);
  const run: VerbRunner = async (ctx, input) => {
    // The declaration takes merchants' callers alone, and its input was parsed by it.
    const caller = ctx as Context<MerchantActor>;
    const file = await inMerchantTurn(ctx.actor, "read", () => verb(caller, input as InputOf<D>));
    return { status: 200, headers: fileHeaders(type, file), body: "", bytes: file.bytes };
  };
  return Object.assign(webHandler(apiHandler(declaration, run)), { route: declaration.path });
}
