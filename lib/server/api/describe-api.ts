import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { buildOpenapi } from "@/lib/contract/openapi";
import { newId } from "@/lib/core/ids";
import { commonHeaders } from "@/lib/server/http/answers";
import type { RouteHandler } from "@/lib/server/http/http";
import { webHandler } from "@/lib/server/http/web-handler";
import { runtime } from "@/lib/server/runtime";

interface ApiDescription {
  readonly body: string;
  readonly encoded: Buffer;
}

let described: Promise<ApiDescription> | undefined;

async function describe(): Promise<ApiDescription> {
  const body = JSON.stringify(buildOpenapi(runtime().config.APP_URL));
  return { body, encoded: await promisify(gzip)(body) };
}

/** Whether a client takes gzip (RFC 9110, 12.5.3); `q=0` says that it does not. */
const takesGzip = (accepted: string | null) =>
  /(?:^|,)\s*(?:gzip|\*)\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[\d.]+\s*)?(?:,|$)/i.test(
    accepted ?? "",
  );

/** Serves the machine-readable description of the API, compressed for those who take it. */
export const describeApi: RouteHandler = webHandler(async (request) => {
  described ??= describe();
  const { body, encoded } = await described;
  const headers = {
    ...commonHeaders(newId("request")),
    "content-type": "application/json; charset=utf-8",
    vary: "accept-encoding",
  };
  if (!takesGzip(request.header("accept-encoding"))) return { status: 200, headers, body };
  return { status: 200, headers: { ...headers, "content-encoding": "gzip" }, body, encoded };
});
