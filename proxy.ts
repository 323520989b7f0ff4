import { type NextRequest, NextResponse } from "next/server";
import { privyApp } from "@/lib/adapters/env/identity-settings";
import { walletConnectors, walletOrigins } from "@/lib/adapters/env/wallet-settings";
import type { Refusal } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import { refusedEarly } from "@/lib/server/http/answers";
import { checkPagePost } from "@/lib/server/pages/check-page-post";
import { isUnknownPayment } from "@/lib/server/pages/unknown-payment";
import { runtime } from "@/lib/server/runtime";

/** What the page's wallets need, if the settings have wallets outside the browser. */
function walletsOf({ nextUrl }: NextRequest): ReturnType<typeof walletOrigins> {
  const hasWallets = /^\/(?:pay|subscribe|subscriptions|dashboard)(?:\/|$)/.test(nextUrl.pathname);
  return walletOrigins(hasWallets ? walletConnectors(runtime().config) : null);
}

/**
 * Where people sign in, Cloudflare's challenge may be shown, if the settings have it. There and on the dashboard the
 * frame may be in which Privy keeps second factors, if people have their accounts there.
 */
function framesOf(request: NextRequest): string {
  const { config } = runtime();
  const { pathname } = request.nextUrl;
  const signsIn = /^\/(?:login|signup)(?:\/|$)/.test(pathname);
  const shows = signsIn && config.TURNSTILE_SITE_KEY !== undefined;
  const challenge = shows ? ["https://challenges.cloudflare.com"] : [];
  const isDashboard = /^\/dashboard(?:\/|$)/.test(pathname);
  const app = signsIn || isDashboard ? privyApp(config) : null;
  const provider = app ? [new URL(app.authUrl).origin] : [];
  return ["'self'", ...challenge, ...provider, ...walletsOf(request).frames].join(" ");
}

/** Where people who are signed in are, their provider's interface is asked, if that is not our own. */
function connectionsOf(request: NextRequest): string {
  const app = privyApp(runtime().config);
  const isOfPeople = /^\/(?:login|signup|dashboard|admin|onboarding)(?:\/|$)/.test(
    request.nextUrl.pathname,
  );
  const provider = app && isOfPeople ? [new URL(app.authUrl).origin] : [];
  return ["'self'", ...provider, ...walletsOf(request).connections].join(" ");
}

/** What a page may show and ask, beside itself. */
interface Others {
  readonly frames: string;
  readonly connections: string;
}

/** A content security policy that runs only the scripts and styles that carry this answer's nonce. */
function contentSecurityPolicy(
  nonce: string,
  development: boolean,
  { frames, connections }: Others,
): string {
  const evaluated = development ? " 'unsafe-eval'" : "";
  // Next's development overlay writes style attributes.
  const styles = development ? "'self' 'unsafe-inline'" : `'self' 'nonce-${nonce}'`;
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${evaluated}`,
    "worker-src 'self'",
    `style-src ${styles}`,
    // Wallets announce themselves with `data:` icons (EIP-6963).
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src ${connections}`,
    `frame-src ${frames}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
  ].join("; ");
}

/**
 * Gives each page its own nonce; Next reads it from the request's header. An unknown payment is sent to
 * where no page is: a page that finds nothing by itself would be a 404 whose words need JavaScript.
 * What a page is sent is refused here when it is not from our own page, or not in form.
 */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const appUrl = runtime().config.APP_URL;
  const refusal = await checkPagePost(request, appUrl);
  if (refusal) return refuse(refusal);
  const nonce = btoa(crypto.randomUUID());
  const development = process.env.NODE_ENV === "development";
  const policy = contentSecurityPolicy(nonce, development, {
    frames: framesOf(request),
    connections: connectionsOf(request),
  });
  const headers = new Headers(request.headers);
  headers.set("content-security-policy", policy);
  // Next compares the origin, which was checked above, with this: a proxy may have changed the host.
  if (request.method === "POST") headers.set("x-forwarded-host", new URL(appUrl).host);
  const missing = await isUnknownPayment(request.nextUrl);
  const response = missing
    ? NextResponse.rewrite(new URL("/not-found", request.url), { request: { headers } })
    : NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  return response;
}

function refuse(refusal: Refusal): NextResponse {
  const isMethod = refusal.info.details.reason === "method_not_allowed";
  const answer = refusedEarly(newId("request"), refusal, isMethod ? { allow: "GET, HEAD" } : {});
  return new NextResponse(answer.body, answer);
}

/** Pages alone: API paths, the reference and files never pass here. */
export const config = {
  matcher: [
    "/((?!api/|v1/|v1$|store/|health$|ready$|metrics$|openapi\\.json$|docs$|docs/(?!guides(?:/|$))|_next/|.*\\.(?:svg|ico|png|txt)$).*)",
  ],
};
