import { notFound } from "next/navigation";
import type { z } from "zod";
import { encodeAs } from "@/lib/contract/encode";
import type { Endpoint, InputOf, OutputOf, ReceivedOutput } from "@/lib/contract/endpoint";
import { Refusal } from "@/lib/core/errors";
import { findMember } from "@/lib/domain/identity/find-member";
import type { Context, SessionActor } from "@/lib/domain/platform/context";
import type { DashboardVisit } from "./dashboard-page";

/** How many rows a page of the dashboard shows at first. */
const PAGE_SIZE = "50";

type ReadVerb<E> = (ctx: Context<SessionActor>, input: InputOf<E>) => Promise<OutputOf<E>>;

/**
 * Reads the first page of a list for a page of the dashboard, with the filters of its address, as the API would answer
 * the signed-in user.
 * @returns null where it cannot be read so: the page's own request says why
 */
export async function readFirstPage<E extends Endpoint>(
  visit: DashboardVisit,
  declaration: E,
  list: ReadVerb<E>,
  fixed: Readonly<Record<string, string>> = {},
) {
  const names = Object.keys(declaration.query?.shape ?? {});
  const asked = [...visit.query].filter(([name, value]) => value && names.includes(name));
  const query = { ...Object.fromEntries(asked), ...fixed };
  const { cursor: _cursor, limit: _limit, ...filters } = query;
  const page = await read(visit, declaration, list, { ...filters, limit: PAGE_SIZE });
  return page && { query: filters, page, readAt: Date.now() };
}

/** Reads the object of a page of the dashboard, as the API would answer the signed-in user; 404 when there is none. */
export async function readOneObject<E extends Endpoint>(
  visit: DashboardVisit,
  declaration: E,
  get: ReadVerb<E>,
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
  get: ReadVerb<E>,
  id: string,
) {
  const object = await read(visit, declaration, get, { id });
  return object && { object, readAt: Date.now() };
}

/** Reads what a merchant has one of, as the API would answer; null where there is none yet. */
export const readOwn = <E extends Endpoint>(
  visit: DashboardVisit,
  declaration: E,
  get: ReadVerb<E>,
) => read(visit, declaration, get, {});

async function read<E extends Endpoint>(
  visit: DashboardVisit,
  declaration: E,
  verb: ReadVerb<E>,
  sent: Readonly<Record<string, string>>,
): Promise<ReceivedOutput<E> | null> {
  const actor = await actorOf(visit);
  const schema = declaration.query ?? declaration.params;
  const parsed = schema ? schema.safeParse(sent) : { success: true, data: {} };
  if (!actor || !parsed.success) return null;
  try {
    const output = await verb({ ...visit.ctx, actor }, parsed.data as InputOf<E>);
    return encodeAs(declaration.response, output as z.output<E["response"]>) as ReceivedOutput<E>;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** The visitor of a page, as the API knows them; null until it does. */
async function actorOf({ ctx, visitor, business, frame }: DashboardVisit) {
  if (!business) return null;
  const member = await findMember(ctx.db, visitor, business.id);
  const actor: SessionActor = {
    kind: "session",
    ...member,
    mode: frame.mode,
    sessionId: visitor.sessionId,
  };
  return actor;
}
