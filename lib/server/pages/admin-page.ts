import { redirect } from "next/navigation";
import { cache } from "react";
import { Refusal } from "@/lib/core/errors";
import type { AdminRole } from "@/lib/core/identity/admin-roles";
import type { PrivyApp } from "@/lib/core/identity/privy-app";
import { findAdmin } from "@/lib/domain/identity/find-admin";
import type { AdminActor, Context, PublicActor } from "@/lib/domain/platform/context";
import { findIdentity } from "@/lib/server/api/identity-providers";
import { runtime } from "@/lib/server/runtime";
import { queryOf, type SearchParams } from "./dashboard-page";
import { pageContext } from "./page-context";
import { appElsewhere, findVisitor, type Visitor } from "./visitor";

/** What the shell of the console shows around its pages. */
interface ConsoleFrame {
  readonly origin: string;
  readonly email: string;
  /** Where people sign in, if not here. */
  readonly elsewhere: PrivyApp | null;
  readonly admin: { readonly id: string; readonly role: AdminRole };
}

/** An admin user who looks at a page of the console. */
export interface AdminVisit {
  readonly ctx: Context<AdminActor>;
  /** What the page's address asks for. */
  readonly query: URLSearchParams;
  readonly frame: ConsoleFrame;
}

/** A person who is signed in, and may not see the console. */
interface Refused {
  readonly email: string;
  readonly elsewhere: PrivyApp | null;
  /** Why, as the API says: `details.reason`. */
  readonly reason: string;
  /** Whether the account has a second factor that it could sign in with. */
  readonly hasSecondFactor: boolean;
}

interface Admitted {
  readonly ctx: Context<AdminActor>;
  readonly frame: ConsoleFrame;
}

/** Who asks for the console: read once for a request. Null for a visitor who is not signed in. */
export const openConsole = cache(async (): Promise<Admitted | Refused | null> => {
  const ctx = await pageContext();
  const visitor = await findVisitor(ctx);
  if (!visitor) return null;
  const { email } = visitor;
  const elsewhere = appElsewhere(ctx);
  try {
    const { id, role } = await admit(ctx, visitor);
    const { sessionId } = visitor;
    const frame = { origin: ctx.config.APP_URL, email, elsewhere, admin: { id, role } };
    return { ctx: { ...ctx, actor: { kind: "admin", adminId: id, role, sessionId } }, frame };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { reason } = error.info.details;
    return { email, elsewhere, reason, hasSecondFactor: visitor.hasSecondFactor };
  }
});

function admit(ctx: Context<PublicActor>, visitor: Visitor) {
  const { db, config } = ctx;
  const profile = () => findIdentity(runtime(), visitor);
  const { usedSecondFactor: hasSecondFactor } = visitor;
  return findAdmin({ db, config, profile }, { ...visitor, hasSecondFactor });
}

/**
 * Opens a page of the console. Redirects a visitor who is not signed in to sign-in and back, and anyone whom the API
 * would refuse to the page that says why.
 * @param path of the page, e.g. `/admin/merchants`
 */
export async function openAdmin(path: string, asked: SearchParams): Promise<AdminVisit> {
  const query = queryOf(await asked);
  const here = query.size > 0 ? `${path}?${query}` : path;
  const found = await openConsole();
  if (!found) redirect(`/login?returnTo=${encodeURIComponent(here)}`);
  if (!("frame" in found)) redirect(`/admin/access?returnTo=${encodeURIComponent(here)}`);
  return { ...found, query };
}
