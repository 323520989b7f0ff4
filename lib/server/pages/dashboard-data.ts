import { notFound } from "next/navigation";
import type { Endpoint, ReceivedOutput } from "@/lib/contract/endpoint";
import { findMember } from "@/lib/domain/identity/find-member";
import type { SessionActor } from "@/lib/domain/platform/context";
import type { DashboardVisit } from "./dashboard-page";
import { filtersOf, pageSize, type ReadVerb, readAs } from "./read-as";

type Verb<E> = ReadVerb<SessionActor, E>;

/**
 * Reads the first page of a list for a page of the dashboard, with the filters of its address, as the API would answer
 * the signed-in user.
 * @returns null where it cannot be read so: the page's own request says why
 */
export async function readFirstPage<E extends Endpoint>(
  visit: DashboardVisit,
  declaration: E,
  list: Verb<E>,
  fixed: Readonly<Record<string, string>> = {},
) {
  const filters = filtersOf(visit.query, declaration, fixed);
  const page = await read(visit, declaration, list, { ...filters, limit: pageSize });
  return page && { query: filters, page, readAt: Date.now() };
}

/** Reads the object of a page of the dashboard, as the API would answer the signed-in user; 404 when there is none. */
export async function readOneObject<E extends Endpoint>(
  visit: DashboardVisit,
  declaration: E,
  get: Verb<E>,
  id: string,
) {
  const first = await readObject(visit, declaration, get, id);
  if (first === null && visit.business !== null) notFound();
  return first;
}

/** Reads a further object of a page, as the API would answer the signed-in user; null when the API gives none. */
export async function readObject<E extends Endpoint>(
  visit: DashboardVisit,
  declaration: E,
  get: Verb<E>,
  id: string,
) {
  const object = await read(visit, declaration, get, { id });
  return object && { object, readAt: Date.now() };
}

/** Reads what a merchant has one of, as the API would answer; null where there is none yet. */
export const readOwn = <E extends Endpoint>(visit: DashboardVisit, declaration: E, get: Verb<E>) =>
  read(visit, declaration, get, {});

async function read<E extends Endpoint>(
  visit: DashboardVisit,
  declaration: E,
  verb: Verb<E>,
  sent: Readonly<Record<string, string>>,
): Promise<ReceivedOutput<E> | null> {
  const actor = await actorOf(visit);
  return actor && readAs({ ...visit.ctx, actor }, declaration, verb, sent);
}

/** The visitor of a page, as the API knows them; null until it does. */
async function actorOf({ ctx, visitor, business, frame }: DashboardVisit) {
  if (!business) return null;
  const { userId, merchantId } = await findMember(ctx.db, visitor, business.id);
  const actor: SessionActor = {
    kind: "session",
    userId,
    merchantId,
    mode: frame.mode,
    sessionId: visitor.sessionId,
  };
  return actor;
}
