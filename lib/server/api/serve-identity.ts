import { z } from "zod";
import type { Endpoint, InputOf, OutputOf } from "@/lib/contract/endpoint";
import { notFound, Refusal } from "@/lib/core/errors";
import type { Json } from "@/lib/core/text/json";
import type { IdentityVerb } from "@/lib/domain/identity/browser";
import { deviceOfSession } from "@/lib/domain/identity/device";
import type { Context, PublicActor } from "@/lib/domain/platform/context";
import {
  browserOf,
  deviceCookie,
  requireChallengePass,
  sessionCookie,
} from "@/lib/server/http/cookies";
import { type ApiHandler, type ApiRequest, json, type RouteHandler } from "@/lib/server/http/http";
import { webHandler } from "@/lib/server/http/web-handler";
import { apiHandler } from "./serve";

/**
 * Binds an endpoint of our own identity provider to its verb. It answers as the API does, with the limits, the envelope
 * and the log of it, and knows the browser by a cookie. So it takes requests of our own pages alone.
 */
export function serveIdentity<D extends Endpoint>(
  declaration: D,
  verb: IdentityVerb<InputOf<D>, OutputOf<D>>,
): RouteHandler {
  const api: ApiHandler = async (request) => {
    const answer = await apiHandler(declaration, async (ctx, input) => {
      if (ctx.config.IDENTITY_PROVIDER !== "embedded") throw notFound("path");
      refuseForeign(request, ctx.config.APP_URL);
      if (declaration.challenge) requireChallengePass(ctx.config, request, declaration.challenge);
      const browser = browserOf(ctx.config, request);
      const told = await verb(ctx as Context<PublicActor>, input as InputOf<D>, browser);
      const body = z.encode(declaration.response, told.answer) as Json;
      if (told.session === undefined) return json(declaration.status, body);
      const cookie = sessionCookie(ctx.config, told.session);
      const device = told.session && (await deviceOfSession(ctx, told.session));
      return {
        ...json(declaration.status, body, { "set-cookie": cookie }),
        ...(device ? { cookies: [deviceCookie(ctx.config, device)] } : {}),
      };
    })(request);
    const { "access-control-allow-origin": _, ...headers } = answer.headers;
    return { ...answer, headers };
  };
  return Object.assign(webHandler(api), { route: declaration.path });
}

/**
 * Other sites' pages can send a browser's cookie along, but not our origin. They cannot send JSON without a preflight,
 * which is never allowed.
 * @throws Refusal `permission_denied` with `origin_mismatch`
 */
function refuseForeign({ method, header }: ApiRequest, appUrl: string): void {
  const ours = new URL(appUrl).origin;
  const isForeign =
    method === "GET"
      ? header("sec-fetch-site") === "cross-site"
      : header("origin") !== ours || !isJson(header("content-type"));
  if (!isForeign) return;
  throw new Refusal("permission_denied", "Not from this page.", {
    details: { reason: "origin_mismatch" },
  });
}

/** A request without a body needs no type. */
const isJson = (type: string | null) => type === null || /^application\/json\b/i.test(type);
