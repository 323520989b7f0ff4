import {
  type CsvForm,
  csvColumns,
  csvHead,
  csvLine,
  listedItem,
  plainCsv,
} from "@/lib/contract/csv";
import { encodeAs } from "@/lib/contract/encode";
import type { Endpoint } from "@/lib/contract/endpoint";
import { invalidRequest, Refusal } from "@/lib/core/errors";
import type { Actor, Context, Verb } from "@/lib/domain/platform/context";
import { fileHeaders } from "@/lib/server/http/file-headers";
import type { ApiHandler, ApiRequest, ApiResponse } from "@/lib/server/http/http";
import type { VerbRunner } from "./run-verb";

/** Rows that are read and sent at a time: some 8 MB where each is as large as rows can be. */
const PAGE_ROWS = 200;
/** The longest that a file may take; a million rows take two minutes. */
const LONGEST_MS = 600_000;
/** How long a caller whose key was revoked still gets rows. */
const RECHECK_MS = 10_000;
/** An unread file, as after HEAD, counts no longer than this. */
const UNREAD_MS = 5_000;

interface RowPage {
  readonly data: readonly unknown[];
  readonly nextCursor: string | null;
}
/** A verb that returns a page of a list. */
export type ListVerb = Verb<Actor, object, RowPage>;

/** Those that may be asked for. */
const forms: readonly CsvForm[] = [
  plainCsv,
  { hasMark: true, delimiter: "," },
  { hasMark: true, delimiter: ";" },
];

/**
 * In which form of CSV a request asks for a list, null where it wants JSON (RFC 9110, 12.5.1): `text/csv` must be named,
 * and JSON not be named as well with as much weight. `profile=spreadsheet` begins it with a byte order mark, and with
 * `delimiter=";"` it has semicolons.
 */
export function csvFormOf(request: Pick<ApiRequest, "header">): CsvForm | null {
  const ranges = rangesOf((request.header("accept") ?? "").toLowerCase());
  const heaviest = (type: string) =>
    ranges
      .filter((range) => range.type === type)
      .reduce<Range | null>((best, one) => (one.weight > (best?.weight ?? 0) ? one : best), null);
  const csv = heaviest("text/csv");
  if (!csv || csv.weight <= (heaviest("application/json")?.weight ?? 0)) return null;
  const { profile, delimiter } = Object.fromEntries(csv.parameters);
  const hasMark = profile === "spreadsheet";
  const semicolons = hasMark && delimiter === ";";
  const found = forms.find(
    (form) => form.hasMark === hasMark && (form.delimiter === ";") === semicolons,
  );
  return found ?? plainCsv;
}

interface Range {
  readonly type: string;
  readonly weight: number;
  readonly parameters: readonly (readonly [name: string, value: string])[];
}

/** A comma or semicolon within quotes is part of a value (RFC 9110, 5.6.4). */
const rangesOf = (accept: string): Range[] =>
  (accept.match(/(?:"(?:[^"\\]|\\.)*"|[^",])+/g) ?? []).map(rangeOf);

function rangeOf(text: string): Range {
  const [type = "", ...rest] = text.match(/(?:"(?:[^"\\]|\\.)*"|[^";])+/g) ?? [];
  const parameters = rest.map((part) => {
    const [name = "", ...value] = part.trim().split("=");
    return [name, value.join("=").replace(/^"(.*)"$/, "$1")] as const;
  });
  const weight = parameters.find(([name]) => name === "q")?.[1] ?? "1";
  return {
    type: type.trim(),
    weight: /^(?:0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)$/.test(weight) ? Number(weight) : 0,
    parameters,
  };
}

/** Answers a list as CSV when the request asks for it, and as JSON otherwise. */
export function inEitherForm(inJson: ApiHandler, inCsv: (form: CsvForm) => ApiHandler): ApiHandler {
  const made = new Map(forms.map((form) => [form, inCsv(form)]));
  return (request) => {
    const form = csvFormOf(request);
    return (form && made.get(form))?.(request) ?? inJson(request);
  };
}

/** How many lists a process sends as CSV at once: to one caller, and altogether. */
const MAX_OF_CALLER = 2;
const MAX_OF_PROCESS = 8;
const RETRY_SECONDS = 10;

const held = new Map<string, number>();

/**
 * Counts a list that is sent as CSV until the function returned is called, once or more often.
 * @param caller whom it is sent to
 * @throws Refusal `rate_limited` with `too_many_exports`
 */
function holdExport(caller: string): () => void {
  const own = held.get(caller) ?? 0;
  const all = [...held.values()].reduce((sum, count) => sum + count, 0);
  if (own >= MAX_OF_CALLER || all >= MAX_OF_PROCESS) {
    throw new Refusal("rate_limited", "Other exports are still being sent.", {
      details: { reason: "too_many_exports" },
      retryAfterSeconds: RETRY_SECONDS,
    });
  }
  held.set(caller, own + 1);
  let isHeld = true;
  return () => {
    if (!isHeld) return;
    isHeld = false;
    const left = (held.get(caller) ?? 1) - 1;
    if (left > 0) held.set(caller, left);
    else held.delete(caller);
  };
}

/**
 * Sends every row of a list's filter as CSV, read page by page while it is sent. What goes wrong before the
 * first row is answered as at any endpoint; after it the connection is broken off, so that nothing that is
 * incomplete looks like the whole.
 * @throws TypeError when the endpoint answers with no list
 */
export function csvRunner(
  declaration: Endpoint,
  verb: ListVerb,
  form: CsvForm = plainCsv,
): VerbRunner {
  const item = listedItem(declaration);
  if (!item) throw new TypeError(`${declaration.path} is declared to answer with no list`);
  const columns = csvColumns(item);
  const linesOf = ({ data }: RowPage) =>
    data
      .map((row) => csvLine(columns, encodeAs(item, row as Record<string, unknown>), form))
      .join("");
  return async (ctx, input) => {
    refusePaging(input);
    const release = holdExport(callerOf(ctx));
    try {
      const read = (cursor?: string) => verb(ctx, { ...input, limit: PAGE_ROWS, cursor });
      const first = await read();
      const stream = textOf({ ctx, head: csvHead(columns, form), first, read, linesOf });
      return answerOf(declaration, ctx, stream, release);
    } catch (error) {
      release();
      throw error;
    }
  };
}

/** A file has all that its filter finds: a part of that is for JSON. */
function refusePaging(input: object): void {
  const param = ["limit", "cursor", "wait"].find((name) => name in input);
  if (param === undefined) return;
  const message = `${param} is for pages in JSON: as CSV a list is sent whole.`;
  throw invalidRequest(param, message, { reason: "csv_is_whole" });
}

function callerOf({ actor, ip }: Context): string {
  return "merchantId" in actor ? actor.merchantId : (ip ?? actor.kind);
}

function answerOf(
  { path }: Endpoint,
  { actor }: Context,
  text: AsyncGenerator<string>,
  release: () => void,
): ApiResponse {
  const unread = setTimeout(release, UNREAD_MS);
  const noun = path.split("/").findLast((part) => part !== "" && !part.startsWith("{"));
  const day = new Date().toISOString().slice(0, 10);
  const name = [noun, ...("mode" in actor ? [actor.mode] : []), day].join("-");
  async function* stream(signal: AbortSignal) {
    clearTimeout(unread);
    try {
      for await (const piece of text) {
        if (signal.aborted) return;
        yield piece;
      }
    } finally {
      release();
    }
  }
  const headers = {
    ...fileHeaders("text/csv; charset=utf-8; header=present", { name: `${name}.csv` }),
    // Without no-transform a proxy would hold the file back to compress it.
    "cache-control": "no-store, no-transform",
  };
  return { status: 200, headers, body: "", stream };
}

interface Export {
  readonly ctx: Context;
  readonly head: string;
  readonly first: RowPage;
  readonly read: (cursor: string) => Promise<RowPage>;
  readonly linesOf: (page: RowPage) => string;
}

/** @throws Error once it takes too long or the process is to end; Refusal once the caller may not read it any more */
async function* textOf({ ctx, head, first, read, linesOf }: Export): AsyncGenerator<string> {
  const begun = performance.now();
  let checked = begun;
  yield head;
  let page = first;
  for (;;) {
    if (page.data.length > 0) yield linesOf(page);
    if (page.nextCursor === null) return;
    const now = performance.now();
    if (now - begun > LONGEST_MS) throw new Error("An export took too long and was broken off");
    if (ctx.stopping?.aborted) throw new Error("An export was broken off: the process ends");
    if (now - checked > RECHECK_MS) {
      await ctx.recheck?.();
      checked = now;
    }
    page = await read(page.nextCursor);
  }
}
