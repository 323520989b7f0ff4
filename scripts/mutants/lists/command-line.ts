import type { LineMutant } from "@/scripts/mutants/line-mutant";

const listen = "cli/src/listen";
const forward = { file: `${listen}/forward-event.ts`, test: `${listen}/forward-event.test.ts` };
const stream = { test: "testing/api/in-process/event-stream.test.ts" };

export const mutants: readonly LineMutant[] = [
  {
    ...forward,
    name: "what is refused is sent for ever",
    from: "const MAX_REFUSALS = 5;",
    to: "const MAX_REFUSALS = 6;",
    match: "refused",
  },
  {
    ...forward,
    name: "a redirect of the local server is followed",
    from: 'redirect: "manual",',
    to: 'redirect: "follow",',
    match: "refused",
  },
  {
    ...forward,
    name: "an address that does not answer is given up after minutes",
    from: "const MAX_UNREACHABLE_MS = 3_600_000;",
    to: "const MAX_UNREACHABLE_MS = 360_000;",
    match: "waited for",
  },
  {
    ...stream,
    file: `${listen}/follow-events.ts`,
    name: "the position is kept before the event was forwarded",
    from: "      await forward(event);\n      state.save({ position: event.position });",
    to: "      state.save({ position: (event.position ?? 0) + 1 });\n      await forward(event);",
    match: "stipend listen",
  },
  {
    ...stream,
    file: `${listen}/follow-replays.ts`,
    name: "a replay is forwarded again at every look",
    from: "found.filter(({ id }) => !kept.seen.includes(id))",
    to: "found",
    match: "replays that begin",
  },
  {
    file: "lib/server/serve.ts",
    test: "testing/api/in-process/callers.test.ts",
    name: "a step up that depends on the input is never asked for",
    from: "  authorizeInput(declaration, credential, input);\n",
    to: "",
    match: "some inputs",
  },
  {
    file: "lib/domain/webhook-deliveries/note-failure.ts",
    test: "lib/domain/webhook-deliveries/drain-webhooks.test.ts",
    name: "an endpoint is disabled without an audit entry",
    from: '    action: "webhook_endpoint.disable",',
    to: '    action: "webhook_endpoint.update",',
    match: "410 disables",
  },
  {
    file: "lib/domain/operations/stored-replays.ts",
    test: "lib/domain/operations/readiness.test.ts",
    name: "a replay that stands still is no trouble",
    from: "const STALLED_SECONDS = 600;",
    to: "const STALLED_SECONDS = 6_000;",
    match: "a replay that has not got on",
  },
  {
    file: "lib/adapters/email/smtp.ts",
    test: "lib/adapters/email/smtp.test.ts",
    name: "a certificate that nobody trusts is a broken connection",
    from: " || TLS_TROUBLE.test(message)",
    to: "",
    match: "a mail goes by",
  },
];
