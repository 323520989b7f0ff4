import { z } from "zod";
import type { InputOf } from "@/lib/contract/endpoint";
import { verifyChallenge } from "@/lib/contract/identity/challenge";
import type { Json } from "@/lib/core/text/json";
import { takeSolution } from "@/lib/domain/identity/challenges";
import { challengePass } from "@/lib/server/http/cookies";
import { type ApiHandler, json, type RouteHandler } from "@/lib/server/http/http";
import { webHandler } from "@/lib/server/http/web-handler";
import { apiHandler } from "./serve";

/** Takes the solution of a bot challenge, and lets the browser that sent it do what it was solved for. */
export function serveChallenge(): RouteHandler {
  const api: ApiHandler = (request) =>
    apiHandler(verifyChallenge, async (ctx, input) => {
      const { token, for: purpose } = input as InputOf<typeof verifyChallenge>;
      const { address } = request;
      await takeSolution(ctx, { token, purpose, address });
      const { cookie, expiresAt } = challengePass(ctx.config, { address, purpose });
      const body = z.encode(verifyChallenge.response, { verified: true, expiresAt }) as Json;
      return json(verifyChallenge.status, body, { "set-cookie": cookie });
    })(request);
  return Object.assign(webHandler(api), { route: verifyChallenge.path });
}
