import { newId } from "@/lib/core/ids";
import type { Mode } from "@/lib/core/modes";
import type { DashboardVisit } from "@/lib/server/pages/dashboard-page";
import type { WebhookWorld } from "./webhook-world";

interface VisitOptions {
  readonly mode: Mode;
  readonly query?: string;
  /** The world's own, unless given; none with null. */
  readonly merchantId?: string | null;
}

/** Adds somebody who belongs to the world's merchant. @returns what visits of theirs to a page of the dashboard are made of */
export async function addVisitor(
  world: WebhookWorld,
): Promise<(visited: VisitOptions) => DashboardVisit> {
  const { db, merchantId: own } = world;
  const id = newId("user");
  const visitor: DashboardVisit["visitor"] = {
    ...{ provider: "test", subject: `did:test:${id}`, sessionId: "ses_1" },
    ...{ email: "ada@x.example", hasSecondFactor: false, usedSecondFactor: false },
    authenticatedAt: null,
  };
  await db`insert into users ${db({ id, provider: "test", subject: visitor.subject })}`;
  await db`insert into memberships ${db({ userId: id, merchantId: own, isDefault: true })}`;
  return ({ mode, query = "", merchantId = own }) => {
    const business = merchantId
      ? { id: merchantId, status: "active" as const, name: "Aurora" }
      : null;
    return {
      ctx: { ...world.system(), actor: { kind: "public", ip: "::1" } },
      browser: { token: null, userAgent: null, addressPrefix: null, device: null, networks: [] },
      visitor,
      business,
      query: new URLSearchParams(query),
      frame: {
        ...{ path: "/dashboard/transactions", origin: "https://pay.example", mode, hasLive: true },
        ...{ email: "ada@x.example", elsewhere: null, connectors: null, business, businesses: [] },
      },
    };
  };
}
