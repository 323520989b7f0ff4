import { notFound } from "next/navigation";
import type { Endpoint } from "@/lib/contract/endpoint";
import { hasRole } from "@/lib/core/identity/admin-roles";
import type { AdminActor } from "@/lib/domain/platform/context";
import type { AdminVisit } from "./admin-page";
import { filtersOf, pageSize, type ReadVerb, readAs } from "./read-as";

type Verb<E> = ReadVerb<AdminActor, E>;

/** Reads as the API would answer the admin user; null where it would refuse, also for their role. */
async function readAsAdmin<E extends Endpoint>(
  { ctx }: Pick<AdminVisit, "ctx">,
  declaration: E,
  verb: Verb<E>,
  sent: Readonly<Record<string, string>> = {},
) {
  const { role: needed } = declaration;
  if (!needed || !hasRole(ctx.actor.role, needed)) return null;
  return readAs(ctx, declaration, verb, sent);
}

/** Reads the first page of a list for a page of the console, with the filters of its address. */
export async function readFirstAdminPage<E extends Endpoint>(
  visit: AdminVisit,
  declaration: E,
  list: Verb<E>,
) {
  const query = filtersOf(visit.query, declaration);
  const page = await readAsAdmin(visit, declaration, list, { ...query, limit: pageSize });
  return page && { query, page, readAt: Date.now() };
}

/** Reads the object of a page of the console; 404 when there is none. */
export async function readOneAsAdmin<E extends Endpoint>(
  visit: AdminVisit,
  declaration: E,
  get: Verb<E>,
  id: string,
) {
  const object = await readAsAdmin(visit, declaration, get, { id });
  if (object === null) notFound();
  return { object, readAt: Date.now() };
}
