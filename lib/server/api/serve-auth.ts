import type { NextApiRequest, NextApiResponse } from "next";
import type { AuthOptions } from "next-auth";
import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { reads, shared, tries } from "@/lib/contract/identity/identity-fields";
import { invalidRequest, notFound, Refusal } from "@/lib/core/errors";
import { deviceOfSession } from "@/lib/domain/identity/device";
import type { Context, PublicActor } from "@/lib/domain/platform/context";
import {
  browserOf,
  cookiesOf,
  deviceCookie,
  requireChallengePass,
  sessionCookieParts,
} from "@/lib/server/http/cookies";
import type { ApiHandler, ApiRequest, ApiResponse, RouteHandler } from "@/lib/server/http/http";
import { webHandler } from "@/lib/server/http/web-handler";
import { authOptions, pageOfFailure, pageOfRefusal } from "./auth-options";
import { apiHandler } from "./serve";

/** What next-auth answers here; everything else below its path is not there. */
const actions = new Set(["csrf", "providers", "session", "signin", "signout", "callback", "error"]);
/** What signs in, behind the same challenge and limit as the forms' own endpoints. */
const guarded = new Set(["signin", "callback"]);

const declared = {
  ...shared,
  summary: "Sign in with another provider",
  path: "/api/auth/{action}",
  params: z.looseObject({}),
  query: z.looseObject({}),
  response: z.object({}),
} as const;
/** Beginning, coming back and being sent on count as one try each. */
const signingIn = { ...tries, group: "identity:providers", requests: tries.requests * 3 };

/** A form is no JSON: it is read here, not by the declaration. */
const noText = async () => "";

/** What follows `/api/auth/` in its path: an action, and the provider of it. */
const stepsOf = ({ path }: ApiRequest) => path.split("/").slice(3);

/** Gives a request of our own pages, or of a browser that comes back from a provider, to next-auth. */
export function serveAuth(method: "GET" | "POST"): RouteHandler {
  const api: ApiHandler = async (request) => {
    const [action = ""] = stepsOf(request);
    const limit = guarded.has(action) ? signingIn : reads;
    const declaration = endpoint({ ...declared, method, limit });
    const answer = await apiHandler(declaration, (ctx) =>
      answerAction(ctx as Context<PublicActor>, request, action),
    )({ ...request, text: noText });
    const { "access-control-allow-origin": _, ...headers } = answer.headers;
    return { ...answer, headers };
  };
  return Object.assign(webHandler(api), { route: declared.path });
}

async function answerAction(
  ctx: Context<PublicActor>,
  request: ApiRequest,
  action: string,
): Promise<ApiResponse> {
  if (ctx.config.IDENTITY_PROVIDER !== "embedded" || !actions.has(action)) throw notFound("path");
  if (request.method === "POST") refuseForeign(request, ctx.config.APP_URL);
  try {
    // A visit of the page of signing in is sent there.
    const isVisit = request.method === "GET" && action === "signin";
    if (guarded.has(action) && !isVisit) requireChallengePass(ctx.config, request, "login");
  } catch (error) {
    if (!(error instanceof Refusal) || request.method === "POST") throw error;
    const failed = pageOfFailure({ ctx, wanted: wantedBy(ctx, request) });
    return redirectTo(pageOfRefusal(error.info.details.reason, failed));
  }
  return withDevice(ctx, await askNextAuth(ctx, request));
}

const redirectTo = (location: string): ApiResponse => ({
  status: 302,
  headers: { location, "cache-control": "no-store" },
  body: "",
});

function refuseForeign({ header }: ApiRequest, appUrl: string): void {
  if (header("origin") === new URL(appUrl).origin) return;
  throw new Refusal("permission_denied", "Not from this page.", {
    details: { reason: "origin_mismatch" },
  });
}

/** A browser that has signed in is known from now on. */
async function withDevice(ctx: Context<PublicActor>, answer: ApiResponse): Promise<ApiResponse> {
  const { name } = sessionCookieParts(ctx.config);
  const set = answer.cookies?.find((cookie) => cookie.startsWith(`${name}=`));
  const token = set?.slice(name.length + 1).split(";")[0];
  const device = token ? await deviceOfSession(ctx, token) : null;
  if (!device) return answer;
  return { ...answer, cookies: [...(answer.cookies ?? []), deviceCookie(ctx.config, device)] };
}

/** Where the browser wants to be afterwards, as next-auth's cookie has it. */
function wantedBy({ config }: Context<PublicActor>, request: ApiRequest): string | null {
  const prefix = new URL(config.APP_URL).protocol === "https:" ? "__Secure-" : "";
  return cookiesOf(request)[`${prefix}next-auth.callback-url`] ?? null;
}

async function askNextAuth(ctx: Context<PublicActor>, request: ApiRequest): Promise<ApiResponse> {
  const cookies = cookiesOf(request);
  const wanted = wantedBy(ctx, request);
  const options = authOptions({ ctx, browser: browserOf(ctx.config, request), wanted });
  // The package reads its address from here alone.
  process.env.NEXTAUTH_URL = new URL(ctx.config.APP_URL).origin;
  return callPagesHandler(options, {
    method: request.method,
    headers: Object.fromEntries(
      ["user-agent", "referer"].map((name) => [name, request.header(name) ?? ""]),
    ),
    cookies,
    body: request.method === "POST" ? await readFields(request) : undefined,
    query: {
      ...Object.fromEntries(request.query),
      nextauth: stepsOf(request),
    },
  });
}

const fieldsSchema = z.record(z.string().max(50), z.string().max(4_096));

/** A form's fields, or those of a JSON object of texts. */
async function readFields(request: ApiRequest): Promise<Record<string, string>> {
  const text = (await request.text()) ?? "";
  try {
    const isJson = /^application\/json\b/i.test(request.header("content-type") ?? "");
    return fieldsSchema.parse(
      isJson ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text)),
    );
  } catch {
    throw invalidRequest("body", "The form is malformed.", { reason: "validation_failed" });
  }
}

/** Calls next-auth as Next's `pages/api` does: that form of it needs nothing of a request that Next has begun. */
async function callPagesHandler(
  options: AuthOptions,
  request: Pick<NextApiRequest, "method" | "headers" | "cookies" | "body" | "query">,
): Promise<ApiResponse> {
  let status = 200;
  let body = "";
  const headers: Record<string, string> = { "cache-control": "no-store" };
  const cookies: string[] = [];
  const response = {
    status(code: number) {
      status = code;
      return response;
    },
    getHeader: (name: string) =>
      name === "Set-Cookie" ? [...cookies] : headers[name.toLowerCase()],
    setHeader(name: string, value: string | string[]) {
      if (name === "Set-Cookie") cookies.splice(0, cookies.length, ...[value].flat());
      else headers[name.toLowerCase()] = String(value);
      return response;
    },
    json(value: unknown) {
      headers["content-type"] = "application/json";
      body = JSON.stringify(value);
    },
    send(value: unknown) {
      body = typeof value === "string" ? value : JSON.stringify(value ?? {});
    },
    end() {},
  };
  const { default: loaded } = await import("next-auth");
  // A CommonJS module is its own default, where Node loads it.
  const { default: nextAuth = loaded } = loaded as unknown as { default?: typeof loaded };
  await nextAuth(request as NextApiRequest, response as unknown as NextApiResponse, options);
  return { status, headers, body, cookies };
}
