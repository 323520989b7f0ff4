import type { Endpoint, InputOf, OutputOf } from "@/lib/contract/endpoint";
import type { PreparedVerb, SessionActor } from "@/lib/domain/platform/context";
import type { RouteHandler } from "@/lib/server/http/http";
import { webHandler } from "@/lib/server/http/web-handler";
import { type AnyVerb, verbRunner } from "./run-verb";
import { apiHandler } from "./serve";

/**
 * Binds a declaration whose body is a file to a verb that gets its bytes.
 * @throws TypeError when it is not declared to take a file
 */
export function serveUpload<D extends Endpoint & { auth: "session" }, Prepared>(
  declaration: D,
  verb: PreparedVerb<SessionActor, InputOf<D> & { upload: Buffer }, Prepared, OutputOf<D>>,
): RouteHandler {
  if (!declaration.upload) throw new TypeError(`${declaration.path} is declared to take JSON`);
  // The verb's types were checked against the declaration's above; from here on both are data.
  const run = verbRunner(declaration, verb as unknown as AnyVerb);
  return Object.assign(webHandler(apiHandler(declaration, run)), { route: declaration.path });
}
