import type { ServerResponse } from "node:http";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Sql } from "@/db/client";
import { createOutboundHttp, type OutboundHttp } from "@/lib/adapters/outbound-http/outbound-http";
import { newId } from "@/lib/core/ids";
import { readImages } from "@/lib/domain/operations/read-images";
import { removeOldRows } from "@/lib/domain/operations/retention/remove-old-rows";
import { serveImage } from "@/lib/server/api/serve-image";
import { systemContext } from "@/lib/server/system-context";
import { type ApiReply, type ApiTarget, openApiTarget } from "@/testing/api/api-target";
import { addUser } from "@/testing/api/persons";
import { bombPng, htmlFile, noise, picture, svgFile } from "@/testing/images";
import { type NameServer, startNameServer } from "@/testing/name-server";
import {
  type Answer,
  hang,
  type Receiver,
  startReceiver,
  status,
} from "@/testing/webhook-receiver";
import { fetchImages } from "./fetch-images";

let target: ApiTarget;
let db: Sql;
let names: NameServer;
let pictures: Receiver;
let http: OutboundHttp;
let logo: Buffer;
let large: Buffer;

beforeAll(async () => {
  target = await openApiTarget();
  db = target.db;
  names = await startNameServer((name) =>
    name === "private.example" ? ["10.0.0.7"] : ["127.0.0.1"],
  );
  pictures = await startReceiver();
  http = createOutboundHttp({ allowLoopback: true, resolver: names.resolver });
  logo = await picture(200, 100).png().toBuffer();
  large = await noise(1_100, 1_000).png().toBuffer();
});
beforeEach(async () => {
  await db`delete from image_references`;
  await db`delete from images`;
});
afterEach(() => pictures.answerWith(status(200)));
afterAll(async () => {
  await pictures.close();
  await names.close();
  await target.close();
});

const file =
  (bytes: Buffer, type = "image/png"): Answer =>
  (_, response) => {
    response.writeHead(200, { "content-type": type }).end(bytes);
  };
const urlOf = (path = "/logo.png", host = "pictures.example") =>
  `http://${host}:${pictures.port}${path}`;

interface Owner {
  id: string;
  session: string;
}

async function newOwner(): Promise<Owner> {
  const id = newId("merchant");
  await db`insert into merchants ${db({ id, businessName: "Aurora" })}`;
  return { id, session: (await addUser(db, target.issuer, [id])).token };
}

const patch = ({ session }: Owner, body: object) =>
  target.send({
    method: "PATCH",
    path: "/v1/merchants/me",
    body,
    headers: { authorization: `Bearer ${session}` },
  });
const upload = (bearer: string | null, body: Buffer, headers: Record<string, string> = {}) =>
  target.send({
    method: "POST",
    path: "/v1/merchants/me/logo",
    body,
    headers: { ...(bearer ? { authorization: `Bearer ${bearer}` } : {}), ...headers },
  });
const cardOf = async ({ id }: Owner) =>
  (await target.send({ method: "GET", path: `/v1/checkout/merchants/${id}` })).body;
const shown = async ({ session }: Owner) =>
  (
    await target.send({
      method: "GET",
      path: "/v1/merchants/me",
      headers: { authorization: `Bearer ${session}` },
    })
  ).body;

const fetchNow = async (client: OutboundHttp = http) =>
  fetchImages(await systemContext(), { until: new Date(Date.now() + 20_000), http: client });
const referenceOf = async ({ id }: Owner) => {
  const [row] = await db`
    select status, failure, attempts, sha256 is not null as stored,
      extract(epoch from attempt_at - now())::float8 as seconds
    from image_references where merchant_id = ${id}`;
  return row;
};
const countImages = async () => (await db`select from images`).length;
const makeDue = () =>
  db`update image_references set attempt_at = now() - interval '1 second' where attempt_at is not null`;

function serve(path: string, headers: Record<string, string> = {}) {
  const request = new Request(`http://localhost:3000${path}`, { headers });
  return serveImage(request, { params: Promise.resolve({ file: path.split("/").at(-1) ?? "" }) });
}

describe("the picture behind `logoUrl`", () => {
  test("is fetched once, and shown to payers from our own origin", async () => {
    const owner = await newOwner();
    pictures.answerWith(file(logo));
    const before = pictures.received.length;
    expect(await shown(owner)).toMatchObject({ logoUrl: null, logoStatus: null });
    const { body } = await patch(owner, { logoUrl: urlOf() });
    expect(body).toMatchObject({ logoUrl: urlOf(), logoStatus: "pending" });
    expect((await cardOf(owner)).logoUrl).toBeNull();
    expect(await fetchNow()).toEqual({ attempts: 1 });
    expect(await shown(owner)).toMatchObject({ logoUrl: urlOf(), logoStatus: "ok" });
    const { logoUrl } = await cardOf(owner);
    expect(logoUrl).toMatch(/^http:\/\/localhost:3000\/api\/images\/[0-9a-f]{64}\.webp$/);
    await patch(owner, { logoUrl: urlOf(), businessName: "Aurora Coffee" });
    expect(await fetchNow()).toEqual({ attempts: 0 });
    expect(pictures.received.length).toBe(before + 1);
    expect(pictures.received.at(-1)?.headers).toMatchObject({ "user-agent": "Stipend-Images/1" });
    expect((await cardOf(owner)).logoUrl).toBe(logoUrl);
  });

  test("is served for good, as a picture and nothing else", async () => {
    const owner = await newOwner();
    await upload(owner.session, logo);
    const path = new URL(String((await cardOf(owner)).logoUrl)).pathname;
    const answer = await serve(path);
    expect([answer.status, Object.fromEntries(answer.headers)]).toEqual([
      200,
      {
        "content-type": "image/webp",
        "content-disposition": "inline",
        "cache-control": "public, max-age=31536000, immutable",
        "content-security-policy": "default-src 'none'; sandbox",
        "cross-origin-resource-policy": "cross-origin",
        "x-content-type-options": "nosniff",
        etag: expect.stringMatching(/^"[0-9a-f]{64}\.webp"$/),
      },
    ]);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({
      format: "webp",
      width: 200,
      height: 100,
    });
    const again = await serve(path, { "if-none-match": answer.headers.get("etag") ?? "" });
    expect([again.status, (await again.arrayBuffer()).byteLength]).toEqual([304, 0]);
    const missing = [
      `/api/images/${"0".repeat(64)}.webp`,
      "/api/images/..%2f..%2fetc%2fpasswd",
      "/api/images/' or 1=1.webp",
    ];
    for (const name of missing) {
      const none = await serve(name);
      expect([none.status, none.headers.get("cache-control")]).toEqual([404, "no-store"]);
    }
  });

  test("goes with its URL, and another one takes its place", async () => {
    const owner = await newOwner();
    pictures.answerWith(file(logo));
    await patch(owner, { logoUrl: urlOf() });
    await fetchNow();
    await patch(owner, { logoUrl: urlOf("/other.png") });
    expect(await shown(owner)).toMatchObject({ logoStatus: "pending" });
    expect((await cardOf(owner)).logoUrl).toBeNull();
    await patch(owner, { logoUrl: null });
    expect(await shown(owner)).toMatchObject({ logoUrl: null, logoStatus: null });
    expect(await fetchNow()).toEqual({ attempts: 0 });
    expect(await db`select from image_references`).toHaveLength(0);
  });

  test("that was given with the business is fetched too", async () => {
    const owner = await newOwner();
    const body = {
      businessName: "Aurora Coffee",
      businessSector: "Food",
      countryCode: "ES",
      payoutAddress: `0x${"a7".repeat(20)}`,
      logoUrl: urlOf(),
    };
    const headers = { authorization: `Bearer ${owner.session}` };
    const path = "/v1/merchants/me/onboard";
    const reply = await target.send({ method: "POST", path, body, headers });
    expect([reply.status, reply.body.logoStatus]).toEqual([201, "pending"]);
  });

  test("that is not the one asked for any more is not shown", async () => {
    const owner = await newOwner();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    pictures.answerWith((request, response: ServerResponse) => {
      void held.then(() => file(logo)(request, response));
    });
    await patch(owner, { logoUrl: urlOf("/old.png") });
    const fetching = fetchNow();
    await pictures.receives(pictures.received.length + 1);
    await patch(owner, { logoUrl: "https://aurora.example/new.png" });
    // The new one is being asked for by another process, for the first time as the old one is.
    await db`
      update image_references set attempts = 1, attempt_at = now() + interval '1 hour'`;
    release();
    await fetching;
    expect(await referenceOf(owner)).toMatchObject({ status: "pending", stored: false });
    expect(await countImages()).toBe(0);
  });

  test("is asked for again when whoever asked has died, and by one at a time", async () => {
    const owner = await newOwner();
    pictures.answerWith(hang);
    await patch(owner, { logoUrl: urlOf() });
    const ended = AbortSignal.timeout(200);
    const dying = { ...http, download: () => new Promise<never>(() => ended) };
    void fetchNow(dying);
    await expect.poll(async () => (await referenceOf(owner))?.attempts).toBe(1);
    pictures.answerWith(file(logo));
    expect(await fetchNow()).toEqual({ attempts: 0 });
    const { seconds } = (await referenceOf(owner)) ?? {};
    expect(seconds).toBeGreaterThan(60);
    await makeDue();
    expect(await fetchNow()).toEqual({ attempts: 1 });
    expect(await referenceOf(owner)).toMatchObject({ status: "ok", attempts: 2, seconds: null });
  });
});

describe("a URL that gives no picture", () => {
  const wrong: readonly (readonly [string, Answer | (() => Answer), string, string])[] = [
    ["nothing", status(404), "image_unreachable", "status_404"],
    ["an error", status(500), "image_unreachable", "status_500"],
    ["3 MB", () => file(large), "image_invalid", "too_large"],
    ["an SVG", file(svgFile, "image/svg+xml"), "image_invalid", "not_decoded"],
    ["HTML that is called a PNG", file(htmlFile), "image_invalid", "not_decoded"],
    ["a bomb", () => file(bombPng(30_000)), "image_invalid", "not_decoded"],
    ["half a picture", () => file(logo.subarray(0, 300)), "image_invalid", "not_decoded"],
    [
      "a redirect to this machine's network",
      status(302, { location: "http://169.254.169.254/latest/meta-data" }),
      "image_unreachable",
      "address_not_allowed",
    ],
    [
      "a redirect to a name of a private address",
      status(307, { location: "http://private.example/" }),
      "image_unreachable",
      "address_not_allowed",
    ],
    [
      "a redirect to a file",
      status(301, { location: "file:///etc/passwd" }),
      "image_unreachable",
      "scheme_not_allowed",
    ],
    [
      "redirects without end",
      status(302, { location: "/again" }),
      "image_unreachable",
      "too_many_redirects",
    ],
  ];

  test.each(wrong)(
    "(%s) is kept, said to be so, and asked for again",
    async (_, answer, state, why) => {
      const owner = await newOwner();
      pictures.answerWith(answer.length === 0 ? (answer as () => Answer)() : (answer as Answer));
      await patch(owner, { logoUrl: urlOf() });
      await fetchNow();
      expect(await shown(owner)).toMatchObject({ logoUrl: urlOf(), logoStatus: state });
      const reference = await referenceOf(owner);
      expect(reference).toMatchObject({ failure: why, stored: false, attempts: 1 });
      expect(reference?.seconds).toBeGreaterThan(30);
      expect((await cardOf(owner)).logoUrl).toBeNull();
      expect(await countImages()).toBe(0);
      pictures.answerWith(file(logo));
      await makeDue();
      await fetchNow();
      expect(await shown(owner)).toMatchObject({ logoStatus: "ok" });
    },
  );

  test("because it is on a private address is never connected to", async () => {
    const strict = createOutboundHttp({ allowLoopback: false, resolver: names.resolver });
    const connections = pictures.connections();
    for (const [host, why] of [
      ["private.example", "address_not_allowed"],
      ["pictures.example", "address_not_allowed"],
    ] as const) {
      const owner = await newOwner();
      await patch(owner, { logoUrl: urlOf("/logo.png", host) });
      await fetchNow(strict);
      expect(await referenceOf(owner)).toMatchObject({ status: "image_unreachable", failure: why });
    }
    expect(pictures.connections()).toBe(connections);
    expect(await countImages()).toBe(0);
  });

  test("because its server is slow is left after a while, redirects included", async () => {
    const owner = await newOwner();
    await patch(owner, { logoUrl: urlOf() });
    const slow = createOutboundHttp({
      allowLoopback: true,
      resolver: names.resolver,
      deadlineMs: 300,
    });
    let isFirst = true;
    pictures.answerWith((request, response) => {
      const answer = isFirst ? status(302, { location: "/elsewhere" }) : hang;
      isFirst = false;
      answer(request, response);
    });
    const start = performance.now();
    await fetchNow(slow);
    expect(performance.now() - start).toBeLessThan(2_000);
    expect(await referenceOf(owner)).toMatchObject({
      status: "image_unreachable",
      failure: "timeout",
    });
  });

  test("is asked for eight times over two days, and again when it is given again", async () => {
    const owner = await newOwner();
    pictures.answerWith(status(404));
    await patch(owner, { logoUrl: urlOf() });
    const waits: number[] = [];
    for (;;) {
      await fetchNow();
      const { seconds = null } = (await referenceOf(owner)) ?? {};
      if (seconds === null) break;
      waits.push(Math.round(seconds / 60));
      await makeDue();
    }
    expect(waits).toEqual([1, 5, 30, 120, 360, 720, 1_440]);
    expect(await referenceOf(owner)).toMatchObject({ status: "image_unreachable", attempts: 8 });
    pictures.answerWith(file(logo));
    expect(await fetchNow()).toEqual({ attempts: 0 });
    await patch(owner, { logoUrl: urlOf() });
    expect(await shown(owner)).toMatchObject({ logoStatus: "pending" });
    await fetchNow();
    expect(await shown(owner)).toMatchObject({ logoStatus: "ok" });
  });
});

describe("a logo that is uploaded", () => {
  const word = ({ status: code, body }: ApiReply) => [code, body.error?.details?.reason];
  const written = async () =>
    db`select (select count(*) from images) as images, (select count(*) from image_references) as used,
      (select count(*) from audit_log where action = 'merchant.update') as audited,
      (select count(*) from merchants where logo_url is not null) as urls`;

  test("takes the place of a URL, and its own URL changes nothing", async () => {
    const owner = await newOwner();
    await patch(owner, { logoUrl: urlOf() });
    const reply = await upload(owner.session, logo, { "content-type": "text/html" });
    const { logoUrl } = reply.body;
    expect([reply.status, reply.body.logoStatus]).toEqual([200, "ok"]);
    expect((await cardOf(owner)).logoUrl).toBe(logoUrl);
    expect(await fetchNow()).toEqual({ attempts: 0 });
    await db`update merchants set logo_url = 'https://pay.example.com/api/images/x.webp' where id = ${owner.id}`;
    await patch(owner, { logoUrl: "https://pay.example.com/api/images/x.webp" });
    expect(await shown(owner)).toMatchObject({ logoStatus: "ok" });
    const audited = await db`
      select from audit_log where subject_id = ${owner.id} and action = 'merchant.update'`;
    expect(audited).toHaveLength(3);
  });

  test("is refused when it is no picture, and nothing is written", async () => {
    const owner = await newOwner();
    const before = await written();
    const bad = [svgFile, htmlFile, bombPng(30_000), logo.subarray(0, 300), Buffer.alloc(0)];
    for (const bytes of bad) {
      expect(word(await upload(owner.session, bytes))).toEqual([400, "image_invalid"]);
    }
    expect(word(await upload(owner.session, large))).toEqual([413, "body_too_large"]);
    expect(await written()).toEqual(before);
  });

  test("is a person's to give, for an open merchant of theirs", async () => {
    const owner = await newOwner();
    const before = await written();
    const { keys, publishable } = await target.addMerchant();
    expect(word(await upload(null, logo))).toEqual([401, "api_key_missing"]);
    expect(word(await upload(keys.test, logo))).toEqual([403, "session_required"]);
    expect((await upload(publishable.test, logo)).status).toBe(403);
    const other = await newOwner();
    const foreign = await upload(owner.session, logo, { "stipend-merchant": other.id });
    expect(word(foreign)).toEqual([403, "membership_required"]);
    await db`update merchants set status = 'closed' where id = ${owner.id}`;
    expect(word(await upload(owner.session, logo))).toEqual([403, "merchant_closed"]);
    expect(await written()).toEqual(before);
  });

  test("is taken once under one key, and another file under it is refused", async () => {
    const owner = await newOwner();
    const headers = { "idempotency-key": "logo-1" };
    const first = await upload(owner.session, logo, headers);
    const again = await upload(owner.session, logo, headers);
    expect(again.headers["idempotent-replayed"]).toBe("true");
    expect(again.body).toEqual(first.body);
    const other = await picture(5, 5).png().toBuffer();
    expect(word(await upload(owner.session, other, headers))).toEqual([409, "payload_mismatch"]);
  });
});

describe("a picture that two use", () => {
  const letGo = (owner: Owner) => patch(owner, { logoUrl: null });
  const remove = async () =>
    removeOldRows(await systemContext(), { until: new Date(Date.now() + 20_000) });
  const age = (days: number) =>
    db`update images set released_at = released_at - ${days} * interval '1 day'`;

  test("is stored once, and removed a month after both have let go of it", async () => {
    const [ada, bob] = [await newOwner(), await newOwner()];
    for (const { session } of [ada, bob]) await upload(session, logo);
    expect(await countImages()).toBe(1);
    await letGo(ada);
    expect(await db`select from images where released_at is not null`).toHaveLength(0);
    await letGo(bob);
    await age(29);
    await remove();
    expect(await countImages()).toBe(1);
    await age(2);
    await remove();
    expect(await countImages()).toBe(0);
  });

  test("is let go of when both do so at once", async () => {
    for (let round = 0; round < 5; round += 1) {
      const [ada, bob] = [await newOwner(), await newOwner()];
      for (const { session } of [ada, bob]) await upload(session, logo);
      await Promise.all([letGo(ada), letGo(bob)]);
      expect(await db`select from images where released_at is not null`).toHaveLength(1);
    }
  });

  test("stays when somebody takes it up again, and when its place gets the same one", async () => {
    const owner = await newOwner();
    await upload(owner.session, logo);
    await upload(owner.session, logo);
    expect(await db`select from images where released_at is not null`).toHaveLength(0);
    await letGo(owner);
    await age(40);
    await upload(owner.session, logo);
    expect(await db`select from images where released_at is not null`).toHaveLength(0);
    await remove();
    expect(await countImages()).toBe(1);
    const other = await picture(5, 5).png().toBuffer();
    await upload(owner.session, other);
    expect(await db`select from images where released_at is not null`).toHaveLength(1);
  });
});

test("how many wait, and for how long, is told", async () => {
  const owner = await newOwner();
  expect(await readImages(db)).toEqual({ pending: 0, dueSeconds: 0 });
  await patch(owner, { logoUrl: urlOf() });
  await db`update image_references set attempt_at = now() - interval '20 minutes'`;
  const { pending, dueSeconds } = await readImages(db);
  expect([pending, Math.round(dueSeconds / 60)]).toEqual([1, 20]);
});
