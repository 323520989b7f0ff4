import { transaction } from "@/db/client";
import type { Env } from "@/lib/adapters/env/env";
import { challengePurposes } from "@/lib/core/identity/challenge-purposes";
import { openCode } from "@/lib/domain/mails/sealed-code";
import { challengePass } from "@/lib/server/http/cookies";
import type { ApiRequest } from "@/lib/server/http/http";
import { handlerOf, type RouteFile, routeTable } from "@/lib/server/http/route-table";
import type { ReplyBody } from "@/testing/api/api-target";
import { createWebhookWorld, type WebhookWorld } from "./webhook-world";

const modules = import.meta.glob<RouteFile["handlers"]>(
  [
    "/app/api/auth/**/route.ts",
    "/app/api/identity/**/route.ts",
    "/app/v1/auth/**/route.ts",
    "/app/v1/admin/me/route.ts",
    "/app/.well-known/jwks.json/route.ts",
  ],
  { eager: true },
);
const findRoute = routeTable(
  Object.entries(modules).map(([file, handlers]) => ({
    path: file.replace(/^\/app/, "").replace(/\/route\.ts$/, ""),
    handlers,
  })),
);

interface Reply {
  status: number;
  cookies: readonly string[];
  headers: Record<string, string>;
  body: ReplyBody;
}

interface Call {
  method: string;
  path: string;
  body?: unknown;
  /** In place of `body`: exactly what is sent. */
  text?: string;
  headers?: Record<string, string>;
}

/** A browser that keeps its cookie, on one of our own pages. */
export interface TestBrowser {
  /** The token in its cookie. */
  readonly token: string | null;
  /** What shows that it has signed in before; a test may put another one there. */
  device: string | null;
  send(call: Call): Promise<Reply>;
  /** @param path below `/api/identity/` */
  post(path: string, body: unknown): Promise<Reply>;
  get(path: string): Promise<Reply>;
  delete(path: string): Promise<Reply>;
}

/** A database, the identity provider's pages' endpoints, and those of the API that it leads to. */
export interface IdentityWorld extends Pick<WebhookWorld, "db" | "config" | "system"> {
  /**
   * @param solved whether it has solved a challenge; without a word it has
   * @param address where it is; without a word all are in one place
   */
  browser(solved?: boolean, address?: string): TestBrowser;
  /** A browser that has just signed up with an address. */
  signedUp(email: string, password?: string): Promise<TestBrowser>;
  api(
    method: string,
    path: string,
    sent?: { token?: string; body?: unknown; headers?: Record<string, string> },
  ): Promise<Reply>;
  /** The code of the newest mail to an address; null when it was mailed none. */
  mailedCode(email: string): Promise<string | null>;
  /** Forgets what was tried and mailed. */
  forget(): Promise<void>;
  stop(): Promise<void>;
}

export const goodPassword = "correct horse battery staple";

/** The status and the word of a refusal. */
export const refusal = ({ status, body }: Pick<Reply, "status" | "body">) => [
  status,
  body.error?.details?.reason,
];

const home = "192.0.2.7";

async function send(
  { method, path, body, text, headers = {} }: Call,
  address = home,
): Promise<Reply> {
  const url = new URL(path, "http://localhost");
  const match = findRoute(url.pathname);
  const handler = match && handlerOf(match, method);
  if (!match || !handler) throw new Error(`nothing answers ${method} ${path}`);
  const request: ApiRequest = {
    method,
    path: url.pathname,
    params: match.params,
    query: url.searchParams,
    // One that is empty is not sent.
    header: (name) => headers[name] || null,
    bytes: async () => null,
    text: async () => text ?? (body === undefined ? "" : JSON.stringify(body)),
    address,
  };
  const reply = await handler.api(request);
  return {
    ...reply,
    cookies: reply.cookies ?? [],
    body: JSON.parse(reply.body || "{}") as ReplyBody,
  };
}

const passesOf = (config: Env, address: string): string[] =>
  challengePurposes.map((purpose) => challengePass(config, { address, purpose }).cookie);

/** @param passes the cookies of solved challenges */
function newBrowser(origin: string, passes: readonly string[], address: string): TestBrowser {
  const jar = new Map<string, string>();
  const keep = (cookie: string) => {
    const [name = "", value = ""] = (cookie.split(";")[0] ?? "").split("=");
    jar.set(name, value);
  };
  for (const pass of passes) keep(pass);
  const ask = async (call: Call): Promise<Reply> => {
    const headers = {
      origin,
      "content-type": "application/json",
      "user-agent": "Test Browser",
      cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; "),
      ...call.headers,
    };
    const reply = await send({ ...call, headers }, address);
    const set = reply.headers["set-cookie"];
    if (set !== undefined) keep(set);
    for (const further of reply.cookies) keep(further);
    return reply;
  };
  const path = (name: string) => `/api/identity/${name}`;
  return {
    get token() {
      return jar.get("stipend_session") || null;
    },
    get device() {
      return jar.get("stipend_device") || null;
    },
    set device(value) {
      jar.set("stipend_device", value ?? "");
    },
    send: ask,
    post: (name, body) => ask({ method: "POST", path: path(name), body }),
    get: (name) => ask({ method: "GET", path: path(name) }),
    delete: (name) => ask({ method: "DELETE", path: path(name) }),
  };
}

/**
 * Starts a world of its own: one per test file, in `beforeAll`.
 * @param settings in place of those of a server without any
 */
export async function createIdentityWorld(settings: Partial<Env> = {}): Promise<IdentityWorld> {
  const world = await createWebhookWorld();
  const { db } = world;
  const { log, modules, chains } = world.system();
  const config = { ...world.config, RATE_LIMIT_SCALE: 10_000, ...settings };
  const stopping = new AbortController();
  globalThis.stipendRuntime = {
    config,
    log,
    modules,
    db,
    jobDb: db,
    stopping,
    chains: async () => chains,
  };
  const browser = (solved = true, address = home) =>
    newBrowser(config.APP_URL, solved ? passesOf(config, address) : [], address);
  const forget = () =>
    transaction(db, async (tx) => {
      await tx`delete from identity_throttles`;
      await tx`delete from mails`;
    });
  const mailedCode = async (email: string) => {
    const [mail] = await db<{ facts: { code: string } }[]>`
      select facts from mails where recipient = ${email} and kind = 'identity_code'
      order by created_at desc, id desc limit 1`;
    return mail ? openCode(config, email, mail.facts.code) : null;
  };
  return {
    db,
    config,
    system: () => world.system(),
    browser,
    forget,
    mailedCode,
    api: (method, path, { token, body, headers } = {}) => {
      const signedIn = { ...headers, ...(token && { authorization: `Bearer ${token}` }) };
      return send({ method, path, body, headers: signedIn });
    },
    async signedUp(email, password = goodPassword) {
      const one = browser();
      const { body } = await one.post("signup", { email, password });
      await one.post("verify", { flow: body.flow, code: await mailedCode(email) });
      await forget();
      return one;
    },
    async stop() {
      globalThis.stipendRuntime = undefined;
      await world.stop();
    },
  };
}
