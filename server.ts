import { createServer, type IncomingMessage, Server, type ServerResponse } from "node:http";
import next from "next";
import { migrate } from "@/db/migrate";
import { serveJobs } from "@/inngest/serve-jobs";
import { RpcUnavailable } from "@/lib/adapters/chain/rpc/rpc";
import { checkScreeningLists } from "@/lib/adapters/screening/check-screening-lists";
import { newId } from "@/lib/core/ids";
import { modules } from "@/lib/domain/operations/modules";
import { requireSecrets } from "@/lib/domain/operations/require-secrets";
import { countRequest } from "@/lib/server/api/count-request";
import { failure } from "@/lib/server/http/answers";
import { gracefulClose } from "@/lib/server/http/graceful-close";
import { limitConnections, listen, serverLimits } from "@/lib/server/http/listen";
import {
  callWebHandler,
  sendAnswer,
  stampClientAddress,
  toApiRequest,
} from "@/lib/server/http/node-exchange";
import { prepareRequests } from "@/lib/server/http/prepare-requests";
import {
  handlerOf,
  type RouteFile,
  type RouteMatch,
  routeTable,
} from "@/lib/server/http/route-table";
import { runtime, startRuntime } from "@/lib/server/runtime";
import { type Background, startBackground } from "./background";

/** How long requests under way may take once no more are taken. */
const DRAIN_MS = 10_000;
/** Whatever hangs, and be it the database: the process ends this long after the last call. */
const END_MS = 25_000;

type PageHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Who answers the paths that are not the API's. */
export interface Pages {
  answer: PageHandler;
  close(): Promise<void>;
}

export type OpenPages = (port: number) => Promise<Pages>;

/**
 * Next adds a listener for upgrades to the server that it is given, or to the one of its first request. That
 * listener holds or closes every connection whose client offers an upgrade (h2c, WebSocket). Next is given a
 * server that never listens, so that Node answers such a request as if nothing had been offered (RFC 9110, 7.8).
 */
export const createNext = (port: number) =>
  next({ dev: false, httpServer: new Server(), port, hostname: "127.0.0.1" });

const openNext: OpenPages = async (port) => {
  const app = createNext(port);
  await app.prepare();
  return { answer: app.getRequestHandler(), close: () => app.close() };
};

function splitUrl(url: string): { path: string; query: string } {
  const mark = url.indexOf("?");
  return mark < 0
    ? { path: url, query: "" }
    : { path: url.slice(0, mark), query: url.slice(mark + 1) };
}

/** Answers what Next would have to be asked for otherwise: API paths by their own handlers. */
export function exchange(find: (path: string) => RouteMatch | null, pages: PageHandler) {
  const { config, log } = runtime();
  return async (request: IncomingMessage, response: ServerResponse) => {
    const address = stampClientAddress(request, config.TRUST_PROXY_HOPS);
    const { path, query } = splitUrl(request.url ?? "/");
    const count = countRequest(request.method);
    let route = "page";
    try {
      const match = find(path);
      const handler = match && handlerOf(match, request.method ?? "GET");
      if (!match || !handler) return await pages(request, response);
      route = match.path;
      if (!handler.api) return await callWebHandler(handler, request, response, match.params);
      const api = toApiRequest(request, path, query, match.params, address);
      await sendAnswer(response, await handler.api(api));
    } catch (error) {
      log.error({ err: error, path }, "a request failed outside its handler");
      if (response.headersSent) return void response.destroy();
      await sendAnswer(response, failure(newId("request"), error));
    } finally {
      count(route, response);
    }
  };
}

/** Ends the requests and the background work side by side, and then lets go of everything. */
async function drain(
  close: ReturnType<typeof gracefulClose>,
  background: Background,
  closePages: () => Promise<void>,
) {
  const { config, db, jobDb, requestLog } = runtime();
  const times = { lastCallMs: config.SHUTDOWN_DELAY_MS, drainMs: DRAIN_MS };
  await Promise.all([close(times), background.stop()]);
  await closePages();
  await requestLog?.stop();
  const probes = globalThis.stipendProbes;
  await Promise.all([db.end({ timeout: 5 }), jobDb.end({ timeout: 5 }), probes?.end()]);
}

/**
 * Runs the production server: the API's paths straight to their route files, all else to Next, and
 * the background work. It refuses to start on a wrong setting, without a secret that stored rows need,
 * or on a chain that is not the expected one.
 */
export async function startServer(
  files: readonly RouteFile[],
  openPages: OpenPages = openNext,
): Promise<void> {
  const { config, log, chains, jobDb } = startRuntime(modules);
  await checkScreeningLists(config);
  await migrate(config.DATABASE_URL);
  await requireSecrets(jobDb, config);
  await chains().catch((error) => {
    if (error instanceof RpcUnavailable) {
      log.warn({ err: error }, "a chain does not answer yet");
      return;
    }
    throw error;
  });
  // Before Next, whose instrumentation would start it without the handler that is at hand here.
  const background = startBackground({ call: async (request) => serveJobs(request) });
  prepareRequests(config.TRUST_PROXY_HOPS);
  const server = createServer(serverLimits);
  limitConnections(server, config.MAX_CONNECTIONS, log);
  const close = gracefulClose(server);
  const pages = await openPages(config.PORT);
  server.on("request", exchange(routeTable(files), pages.answer));
  await listen(server, config.PORT, config.HOST);
  log.info({ port: config.PORT, url: config.APP_URL }, "Stipend is up");
  drainOnSignal(() => drain(close, background, pages.close));
}

/** Ends the process in order when it is told to, once. */
function drainOnSignal(drainAll: () => Promise<void>): void {
  const { log, config } = runtime();
  let stopping = false;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      log.info({ signal }, "stopping");
      setTimeout(() => {
        log.error({ signal }, "did not stop in time; leases that are left run out by themselves");
        process.exit(1);
      }, config.SHUTDOWN_DELAY_MS + END_MS).unref();
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
