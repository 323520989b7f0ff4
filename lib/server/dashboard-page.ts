import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { deploymentsOf } from "@/lib/adapters/chain/chains";
import { Refusal } from "@/lib/core/errors";
import { type Mode, modes } from "@/lib/core/modes";
import type { Context, PublicActor } from "@/lib/domain/context";
import type { Browser } from "@/lib/domain/identity/browser";
import { type Business, listBusinesses } from "@/lib/domain/identity/list-businesses";
import { type GoodSession, requireSession } from "@/lib/domain/identity/sessions";
import { addressPrefix } from "./client-address";
import { pageContext } from "./page-context";
import { sessionToken } from "./session-cookie";

/** What a page's address asks for, as Next gives it. */
export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/** Who looks at a page of the dashboard, for which business and in which mode. */
export interface DashboardVisit {
  readonly ctx: Context<PublicActor>;
  readonly browser: Browser;
  readonly session: GoodSession;
  /** Null until the API knows whoever is signed in. */
  readonly business: Business | null;
  /** What the page's address asks for. */
  readonly query: URLSearchParams;
  /** What the shell shows. */
  readonly frame: {
    readonly path: string;
    readonly mode: Mode;
    readonly hasLive: boolean;
    readonly email: string;
    readonly business: Business | null;
    readonly businesses: readonly Business[];
  };
}

/** The browser that asks for a page. */
async function visitorBrowser({ config, ip }: Context<PublicActor>): Promise<Browser> {
  const sent = await headers();
  const token = sessionToken(config, { header: (name) => sent.get(name) });
  return { token, userAgent: sent.get("user-agent"), addressPrefix: addressPrefix(ip ?? "") };
}

/** The session of whoever asks for a page, from its row; null without one that is good. */
export async function visitorSession(ctx: Context<PublicActor>): Promise<GoodSession | null> {
  return requireSession(ctx.db, await visitorBrowser(ctx)).catch((error: unknown) => {
    if (error instanceof Refusal) return null;
    throw error;
  });
}

/**
 * Opens a page of the dashboard. Whoever is not signed in is sent to do that and comes back; a page whose address does
 * not say its mode is sent to where it does.
 * @param path of the page, e.g. `/dashboard/settings/security`
 */
export async function openDashboard(path: string, asked: SearchParams): Promise<DashboardVisit> {
  const ctx = await pageContext();
  const query = queryOf(await asked);
  const session = await visitorSession(ctx);
  const here = query.size > 0 ? `${path}?${query}` : path;
  if (!session) redirect(`/login?returnTo=${encodeURIComponent(here)}`);
  const kept = await cookies();
  const mode = modeOf(query.get("mode"));
  if (!mode) {
    query.set("mode", modeOf(kept.get("stipend_mode")?.value) ?? "test");
    redirect(`${path}?${query}`);
  }
  const businesses = await listBusinesses(ctx.db, session.userId);
  const wanted = kept.get("stipend_business")?.value;
  const business = businesses.find(({ id }) => id === wanted) ?? businesses[0] ?? null;
  const hasLive = deploymentsOf(ctx.chains, "live").length > 0;
  const frame = { path, mode, hasLive, email: session.email, business, businesses };
  return { ctx, browser: await visitorBrowser(ctx), session, business, query, frame };
}

const modeOf = (named: string | null | undefined): Mode | undefined =>
  modes.find((mode) => mode === named);

function queryOf(asked: Awaited<SearchParams>): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(asked)) {
    for (const one of [value ?? []].flat()) query.append(name, one);
  }
  return query;
}
