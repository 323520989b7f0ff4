import { headers } from "next/headers";
import { privyApp } from "@/lib/adapters/env/identity-settings";
import { embeddedName } from "@/lib/adapters/identity/embedded-provider";
import {
  hasSecondFactor,
  type IdentityProvider,
  TokenRejected,
} from "@/lib/adapters/identity/identity-provider";
import { Refusal } from "@/lib/core/errors";
import type { PrivyApp } from "@/lib/core/identity/privy-app";
import type { Browser } from "@/lib/domain/identity/browser";
import { findSyncedEmail } from "@/lib/domain/identity/list-businesses";
import { hasFactor, requireSession } from "@/lib/domain/identity/sessions";
import type { Context, PublicActor } from "@/lib/domain/platform/context";
import { privyOf } from "@/lib/server/api/identity-providers";
import { addressNetworks, addressPrefix } from "@/lib/server/http/client-address";
import { deviceOf, sessionToken } from "@/lib/server/http/cookies";
import { runtime } from "@/lib/server/runtime";

/** The visitor of a page, as their identity provider names them. */
export interface Visitor {
  readonly provider: string;
  readonly subject: string;
  readonly sessionId: string;
  /** Empty where it is not known yet. */
  readonly email: string;
  /** Whether the account has a second factor. */
  readonly hasSecondFactor: boolean;
  /** Whether this session was signed in with it. */
  readonly usedSecondFactor: boolean;
  /** When the person last authenticated; null where the provider does not tell. */
  readonly authenticatedAt: Date | null;
}

type Ctx = Context<PublicActor>;

/** The browser that asks for a page. */
export async function visitorBrowser({ config, ip }: Ctx): Promise<Browser> {
  const sent = await headers();
  const request = { header: (name: string) => sent.get(name) };
  return {
    token: sessionToken(config, request),
    userAgent: sent.get("user-agent"),
    addressPrefix: addressPrefix(ip ?? ""),
    device: deviceOf(config, request),
    networks: addressNetworks(ip ?? ""),
  };
}

/** Where people sign in at another provider; null where they do so here. */
export const appElsewhere = ({ config }: Pick<Ctx, "config">): PrivyApp | null => privyApp(config);

/** The visitor of a page, by the browser's cookies; null without a valid one. */
export async function findVisitor(ctx: Ctx): Promise<Visitor | null> {
  const privy = privyOf(runtime());
  return privy ? findAtPrivy(ctx, privy) : findHere(ctx);
}

/** By the row of the session. */
async function findHere(ctx: Ctx): Promise<Visitor | null> {
  try {
    const session = await requireSession(ctx.db, await visitorBrowser(ctx));
    return {
      provider: embeddedName,
      subject: session.userId,
      sessionId: session.id,
      email: session.email,
      hasSecondFactor: hasFactor(session),
      usedSecondFactor: hasSecondFactor(session.amr),
      authenticatedAt: session.authTime,
    };
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** By the access token that Privy's browser library keeps in a cookie, for pages that a server makes. */
async function findAtPrivy(ctx: Ctx, privy: IdentityProvider): Promise<Visitor | null> {
  const token = /(?:^|;\s*)privy-token=([\w.-]+)/.exec((await headers()).get("cookie") ?? "")?.[1];
  if (token === undefined) return null;
  try {
    const { provider, subject, sessionId, ...verified } = await privy.verify(token);
    const isEnrolled = await hasFactorAt(privy, subject);
    return {
      provider,
      subject,
      sessionId,
      email: await findSyncedEmail(ctx.db, { provider, subject }),
      hasSecondFactor: isEnrolled,
      // As the API counts it.
      usedSecondFactor: verified.hasSecondFactor || isEnrolled,
      authenticatedAt: verified.authenticatedAt,
    };
  } catch (error) {
    if (error instanceof TokenRejected) return null;
    throw error;
  }
}

/** A page is shown also while Privy does not answer. */
async function hasFactorAt(privy: IdentityProvider, subject: string): Promise<boolean> {
  try {
    return (await privy.hasEnrolledFactor?.(subject)) === true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
