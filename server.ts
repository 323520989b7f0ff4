import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import next from "next";
import { migrate } from "@/db/migrate";
import { serveJobs } from "@/inngest/serve-jobs";
import { newId } from "@/lib/core/ids";
import { commonHeaders, errorBody } from "@/lib/server/answers";
import { json } from "@/lib/server/http";
import {
  callWebHandler,
  sendAnswer,
  stampClientAddress,
  toApiRequest,
} from "@/lib/server/node-exchange";
import { handlerOf, type RouteFile, type RouteMatch, routeTable } from "@/lib/server/route-table";
import { runtime } from "@/lib/server/runtime";
import { type Background, startBackground } from "./background";

/** How long requests under way may take once the process was told to stop. */
const DRAIN_MS = 10_000;
const KEEP_ALIVE_MS = 65_000;

type PageHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

function splitUrl(url: string): { path: string; query: string } {
  const mark = url.indexOf("?");
  return mark < 0
    ? { path: url, query: "" }
    : { path: url.slice(0, mark), query: url.slice(mark + 1) };
}

/** Answers what Next would have to be asked for otherwise: API paths by their own handlers. */
function exchange(find: (path: string) => RouteMatch | null, pages: PageHandler) {
  const { config, log } = runtime();
  return async (request: IncomingMessage, response: ServerResponse) => {
    const address = stampClientAddress(request, config.TRUST_PROXY_HOPS);
    const { path, query } = splitUrl(request.url ?? "/");
    try {
      const match = find(path);
      const handler = match && handlerOf(match, request.method ?? "GET");
      if (!match || !handler) return await pages(request, response);
      if (!handler.api) return await callWebHandler(handler, request, response, match.params);
      const api = toApiRequest(request, path, query, match.params, address);
      sendAnswer(response, await handler.api(api));
    } catch (error) {
      const malformed = error instanceof URIError;
      if (!malformed) log.error({ err: error, path }, "a request failed outside its handler");
      if (response.headersSent) return void response.destroy();
      const requestId = newId("request");
      const body = malformed
        ? errorBody("invalid_request", "The path is not well-formed.", requestId)
        : errorBody("api_error", "Something went wrong on our side.", requestId);
      sendAnswer(response, json(malformed ? 400 : 500, body, commonHeaders(requestId)));
    }
  };
}

/** Stops taking requests, lets those under way finish, and then lets go of everything. */
async function drain(server: Server, background: Background, closePages: () => Promise<void>) {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  server.closeIdleConnections();
  const impatience = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await Promise.all([closed, background.stop()]);
  clearTimeout(impatience);
  await closePages();
  await runtime().db.end({ timeout: 5 });
}

async function listen(server: Server, port: number, host: string | undefined): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
}

/**
 * Runs the production server: the API's paths straight to their route files, all else to Next, and
 * the background work. It refuses to start on a wrong setting or a chain that is not the expected one.
 */
export async function startServer(files: readonly RouteFile[]): Promise<void> {
  const { config, log, chains } = runtime();
  await migrate(config.DATABASE_URL);
  await chains().catch((error) => {
    if (error instanceof Error && error.name === "RpcUnavailable") {
      log.warn({ err: error }, "a chain does not answer yet");
      return;
    }
    throw error;
  });
  // Before Next, whose instrumentation would start it without the handler that is at hand here.
  const background = startBackground({ call: async (request) => serveJobs(request) });
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS });
  const pages = next({ dev: false, httpServer: server, port: config.PORT, hostname: "127.0.0.1" });
  await pages.prepare();
  server.on("request", exchange(routeTable(files), pages.getRequestHandler()));
  await listen(server, config.PORT, config.HOST);
  log.info({ port: config.PORT, url: config.APP_URL }, "Stipend is up");
  drainOnSignal(() => drain(server, background, () => pages.close()));
}

/** Ends the process in order when it is told to, once. */
function drainOnSignal(drainAll: () => Promise<void>): void {
  const { log } = runtime();
  let stopping = false;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      log.info({ signal }, "stopping");
      drainAll().then(
        () => process.exit(0),
        (error) => {
          log.error({ err: error }, "did not stop cleanly");
          process.exit(1);
        },
      );
    });
  }
}
