import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { StipendConnectionError, StipendError } from "@/sdk/src/errors";
import { forgetAccessToken } from "./access-token";
import { downloadCsv } from "./download-csv";

const acting = { mode: "test", merchantId: "mer_2" } as const;
const named = {
  path: "/v1/payment-sessions",
  query: { status: "confirmed" },
  name: "payments.csv",
};
const list = { ...named, isForProgram: true };
const csv = "id,amount\r\nps_1,5.00\r\n";
let sent: { target: string; init: RequestInit; headers: Headers }[];
let answers: (() => Response)[];
let minted: number;
/** What the browser was given to store. */
let stored: { name: string; file: Blob }[];

beforeEach(() => {
  sent = [];
  answers = [];
  minted = 0;
  stored = [];
  forgetAccessToken();
  let file = new Blob();
  vi.spyOn(URL, "createObjectURL").mockImplementation((given) => {
    if (given instanceof Blob) file = given;
    return "blob:1";
  });
  const link = { download: "", click: () => stored.push({ name: link.download, file }) };
  vi.stubGlobal("document", { createElement: () => link });
  vi.stubGlobal("location", { origin: "https://stipend.example" });
  vi.stubGlobal("fetch", async (url: URL, init: RequestInit) => {
    const { pathname, search } = new URL(url);
    if (pathname === "/api/identity/token") {
      minted += 1;
      return Response.json({ accessToken: `token-${minted}` });
    }
    sent.push({ target: pathname + search, init, headers: new Headers(init.headers) });
    return (answers.shift() ?? goodAnswer)();
  });
});
afterEach(() => {
  forgetAccessToken();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const goodAnswer = () =>
  new Response(csv, { headers: { "content-type": "text/csv; charset=utf-8" } });
const refusal = (code: string, status: number) => () =>
  Response.json({ error: { code, message: "No.", details: { reason: "x" } } }, { status });

test("all of the list comes as a file, with the filters of the page, as whoever is signed in", async () => {
  await downloadCsv(acting, list);
  expect(sent.map(({ target }) => target)).toEqual(["/v1/payment-sessions?status=confirmed"]);
  const [{ headers, init }] = sent as [(typeof sent)[number]];
  expect(Object.fromEntries(headers)).toEqual({
    accept: "text/csv",
    authorization: "Bearer token-1",
    "stipend-merchant": "mer_2",
    "stipend-mode": "test",
  });
  // A redirect would take the token elsewhere, and what was read stays in no cache.
  expect(init).toMatchObject({ redirect: "error", credentials: "omit", cache: "no-store" });
  expect(stored.map(({ name }) => name)).toEqual(["payments.csv"]);
  expect(await stored[0]?.file.text()).toBe(csv);
});

test("a token that is not taken any more is replaced once", async () => {
  answers = [refusal("authentication_error", 401)];
  await downloadCsv(acting, list);
  expect(sent.map(({ headers }) => headers.get("authorization"))).toEqual([
    "Bearer token-1",
    "Bearer token-2",
  ]);
  expect(stored).toHaveLength(1);
});

test("what the API refuses is told, and is no file", async () => {
  answers = [refusal("permission_denied", 403)];
  await expect(downloadCsv(acting, list)).rejects.toBeInstanceOf(StipendError);
  expect(stored).toEqual([]);
});

test.each([
  ["the JSON of a list", () => Response.json({ data: [] }), TypeError],
  ["a page of a proxy", () => new Response("<html>"), StipendConnectionError],
  [
    "a proxy's refusal as CSV",
    () => new Response("no", { status: 502, headers: { "content-type": "text/csv" } }),
    StipendConnectionError,
  ],
])("%s is no file", async (_, answer, kind) => {
  answers = [answer];
  await expect(downloadCsv(acting, list)).rejects.toBeInstanceOf(kind);
  expect(stored).toEqual([]);
});

test.each([
  ["en-US", ","],
  ["de-DE", ";"],
])("what no program reads is asked for as %s has it", async (language, delimiter) => {
  vi.stubGlobal("navigator", { languages: [language] });
  await downloadCsv(acting, named);
  const accept = `text/csv; profile=spreadsheet; delimiter="${delimiter}"`;
  expect(sent[0]?.headers.get("accept")).toBe(accept);
});
