import type { LineMutant } from "@/scripts/mutants/line-mutant";

const inspector = {
  file: "lib/server/webhook-inspector.ts",
  test: "lib/server/webhook-inspector.test.ts",
};
const pages = { file: "lib/server/dashboard-data.ts", test: "lib/server/dashboard-data.test.ts" };
const live = {
  file: "lib/client/live/follow-events.ts",
  test: "lib/client/live/follow-events.test.ts",
};
const listener = {
  file: "cli/src/listen/follow-events.ts",
  test: "cli/src/listen/follow-events.test.ts",
};
const csv = { file: "lib/client/download-csv.ts", test: "lib/client/download-csv.test.ts" };
const reading = { file: "lib/client/read-page.ts", test: "lib/client/read-page.test.ts" };
const action = {
  file: "components/data/use-object-action.ts",
  test: "components/data/use-object-action.test.tsx",
};

export const mutants: readonly LineMutant[] = [
  {
    file: "components/detail/named-objects.tsx",
    test: "components/detail/named-fact.test.tsx",
    name: "an object is shown under the name of the one that was read with the page",
    from: "first?.object.id === id ? first : null",
    to: "first",
    match: "does not get that name",
  },
  {
    ...pages,
    test: "lib/server/read-named-objects.test.ts",
    name: "a page is not found when what its object belongs to cannot be read",
    from: "  return object && { object, readAt: Date.now() };",
    to: "  if (object === null) notFound();\n  return { object, readAt: Date.now() };",
    match: "shown all the same",
  },
  {
    ...inspector,
    name: "posts to one inspector are not counted together",
    from: "[`address:${from}`, `to:${id}`]",
    to: "[`address:${from}`]",
    match: "told apart",
  },
  {
    ...inspector,
    name: "each address of a block of IPv6 may post a minute's posts to inspectors",
    from: "addressBlock(clientAddress(request.headers, config.TRUST_PROXY_HOPS))",
    to: "clientAddress(request.headers, config.TRUST_PROXY_HOPS)",
    match: "block of IPv6",
  },
  {
    ...inspector,
    name: "a body that is no text comes as far as Postgres",
    from: 'if (body.includes("\\0")) return answer(400, "The body is no text.");',
    to: "",
    match: "no text",
  },
  {
    ...inspector,
    name: "a fault of ours is answered as if the sender were too early",
    from: "if (!(error instanceof Refusal)) throw error;",
    to: "if (!(error instanceof Refusal)) return answer(429, String(error));",
    match: "none of the sender's",
  },
  {
    ...pages,
    name: "a page's address changes what the page always shows",
    from: "{ ...Object.fromEntries(asked), ...fixed }",
    to: "{ ...fixed, ...Object.fromEntries(asked) }",
    match: "cannot be changed",
  },
  {
    ...pages,
    name: "a first page is read as its address pages it",
    from: "await read(visit, declaration, list, { ...filters, limit: PAGE_SIZE })",
    to: "await read(visit, declaration, list, { limit: PAGE_SIZE, ...query })",
    match: "first page",
  },
  {
    ...pages,
    name: "a business is read for whoever names it",
    from: "findMember(ctx.db, visitor, business.id)",
    to: "findMember(ctx.db, visitor, null)",
    match: "does not belong",
  },
  {
    ...pages,
    name: "an object that is not there is no missing page",
    from: "if (first === null && visit.business !== null) notFound();",
    to: "",
    match: "is not found",
  },
  {
    ...live,
    name: "pages tell each other whole events",
    from: 'tell(holder, { kind: "event", event: { type, resource }, position });',
    to: 'tell(holder, { kind: "event", event, position });',
    match: "types and ids",
  },
  {
    ...live,
    name: "pages of both modes are told of the same events",
    from: "`stipend-live:${acting.merchantId}:${acting.mode}`",
    to: "`stipend-live:${acting.merchantId}`",
    match: "of another",
  },
  {
    ...live,
    name: "the next holder does not know where the last one was",
    from: "  holder.position = message.position ?? holder.position;",
    to: "",
    match: "goes on behind",
  },
  {
    ...live,
    name: "a page that opens later waits to be told how it is",
    from: "  channel.postMessage(say);",
    to: "",
    match: "opens later",
  },
  {
    ...live,
    name: "what was missed before a stream began stays unread",
    from: "if (holder.position === null) missed(holder);",
    to: "",
    match: "half a minute",
  },
  {
    ...live,
    name: "a stream that was refused is asked for with the same token",
    from: "      forgetAccessToken();",
    to: "",
    match: "half a minute",
  },
  {
    ...live,
    name: "a page that is hidden keeps its stream",
    from: "void untilVisible(false, ended).then(() => hidden.abort());",
    to: "",
    match: "gives its stream up",
  },
  {
    ...listener,
    name: "a position is kept before its event was forwarded",
    from: "      await forward(event);\n      state.save({ position: event.position });",
    to: "      state.save({ position: event.position });\n      await forward(event);",
    match: "could not be forwarded",
  },
  {
    ...listener,
    name: "a listener waits for ever for events of a server that forgot them",
    from: "if (after !== undefined) await checkPosition(stipend, after);",
    to: "",
    match: "another one",
  },
  {
    ...listener,
    name: "events that have no position yet are taken for another database",
    from: " || data.some((event) => event.position === null)",
    to: "",
    match: "no position yet",
  },
  {
    ...listener,
    name: "where to begin after events were removed is not said",
    from: 'error.reason !== "position_expired"',
    to: 'error.reason === "position_expired"',
    match: "removed meanwhile",
  },
  {
    ...csv,
    name: "any good answer is stored as CSV",
    from: "if (response.ok && isCsv)",
    to: "if (response.ok)",
    match: "is no file",
  },
  {
    ...csv,
    name: "a refusal in CSV is stored",
    from: "if (response.ok && isCsv)",
    to: "if (isCsv)",
    match: "is no file",
  },
  {
    ...csv,
    name: "the token of a download follows a redirect",
    from: 'redirect: "error",',
    to: "",
    match: "all of the list",
  },
  {
    ...reading,
    name: "a page always has fifty rows",
    from: "{ limit: String(PAGE_SIZE), ...query }",
    to: "{ ...query, limit: String(PAGE_SIZE) }",
    match: "may be said",
  },
  {
    ...reading,
    name: "reading an object goes on when whoever asked has gone",
    from: "{ id }, signal ? { signal } : {}",
    to: "{ id }, {}",
    match: "an object ends",
  },
  {
    ...action,
    name: "what was refused goes on being shown",
    from: "if (kept?.before) client.setQueryData<Shape>(queryKey, kept.before);",
    to: "",
    match: "shown again",
  },
  {
    ...action,
    name: "what was on its way takes the place of what was done",
    from: "      await client.cancelQueries({ queryKey });",
    to: "",
    match: "on its way",
  },
  {
    ...action,
    name: "lists go on showing what was before",
    from: "void client.invalidateQueries({ queryKey: scopeKey(acting) });",
    to: "void client.invalidateQueries({ queryKey });",
    match: "read anew",
  },
];
