import { createHash } from "node:crypto";
import type { Env } from "@/lib/adapters/env/env";
import { createOutboundHttp } from "@/lib/adapters/outbound-http/outbound-http";
import {
  githubSignatures,
  KeysUnavailable,
  type SignatureCheck,
} from "@/lib/adapters/secret-scanning/github-keys";
import type { OutputOf } from "@/lib/contract/endpoint";
import {
  githubHeaders,
  leakReport,
  type reportLeaks,
} from "@/lib/contract/identity/secret-scanning";
import { Refusal } from "@/lib/core/errors";
import { revokeLeakedKeys } from "@/lib/domain/identity/api-keys/revoke-leaked-keys";
import type { Context, PublicActor } from "@/lib/domain/platform/context";
import { refused } from "@/lib/server/api/credential";
import { parseSigned, type SignedBody } from "@/lib/server/api/parse";

const checks = new WeakMap<Env, SignatureCheck>();

/** A process keeps GitHub's keys. */
function checkOf(config: Env): SignatureCheck {
  const known = checks.get(config);
  const allowLoopback = config.WEBHOOK_ALLOW_PRIVATE;
  const url = config.SECRET_SCANNING_KEYS_URL;
  const check =
    known ??
    githubSignatures(createOutboundHttp({ allowLoopback }), { url, secure: !allowLoopback });
  checks.set(config, check);
  return check;
}

/**
 * Takes what GitHub found in public. Nothing of it is read before its signature is found to be good.
 * @throws Refusal `authentication_error` (`report_unsigned`)
 * @throws Refusal `api_error` (`report_unchecked`): whether it is good cannot be told now
 * @throws Refusal `invalid_request`
 */
export async function takeLeakReport(
  ctx: Context<PublicActor>,
  body: SignedBody,
): Promise<OutputOf<typeof reportLeaks>> {
  if (!(await isSigned(ctx, body))) {
    throw refused("report_unsigned", "The report is not signed by GitHub.");
  }
  const found = parseSigned(leakReport, body);
  const places = found.map(({ token, url = "", source = "unknown" }) => ({ token, url, source }));
  const secret = await revokeLeakedKeys(ctx, places);
  return found.map(({ token, type }, index) => ({
    token_hash: createHash("sha256").update(token).digest("hex"),
    token_type: type,
    label: secret[index] ? "true_positive" : "false_positive",
  }));
}

async function isSigned(
  { config, log }: Context<PublicActor>,
  { text, headers }: SignedBody,
): Promise<boolean> {
  const keyId = headers[githubHeaders.keyId];
  const signature = headers[githubHeaders.signature];
  if (!keyId || !signature) return false;
  try {
    return await checkOf(config)(text, { keyId, signature });
  } catch (error) {
    if (!(error instanceof KeysUnavailable)) throw error;
    log.error({ err: error }, "a report of leaked keys could not be checked");
    throw new Refusal("api_error", "The report cannot be checked now: send it again.", {
      details: { reason: "report_unchecked" },
      retryAfterSeconds: 60,
    });
  }
}
