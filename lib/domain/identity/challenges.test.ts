import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { NextRequest } from "next/server";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type Puzzle as BrowserPuzzle,
  solvePuzzle,
} from "@/components/account/puzzle/solve-puzzle";
import { checkSolution, newPuzzle, type Puzzle } from "@/lib/adapters/challenge/altcha";
import { checkTurnstile, TurnstileUnavailable } from "@/lib/adapters/challenge/turnstile";
import { type ChallengePurpose, challengePurposes } from "@/lib/core/identity/challenge-purposes";
import { challengePass } from "@/lib/server/http/cookies";
import { proxy } from "@/proxy";
import { createIdentityWorld, goodPassword, type IdentityWorld, refusal } from "@/testing/identity";
import { solveFast } from "@/testing/solve-puzzle";
import { takeSolution } from "./challenges";

let world: IdentityWorld;
beforeAll(async () => {
  world = await createIdentityWorld();
});
afterAll(() => world.stop());

const verifyPath = "/v1/auth/turnstile/verify";
const verify = (token: string) => world.api("POST", verifyPath, { body: { token } });
const failed = [400, "challenge_failed"];
const required = [403, "challenge_required"];
const decode = (token: string) =>
  JSON.parse(Buffer.from(token, "base64").toString()) as Record<string, unknown>;
const encode = (solution: object) => Buffer.from(JSON.stringify(solution)).toString("base64");

describe("a puzzle", () => {
  test("that a browser works out lets it sign up, and what asks for one refuses it before", async () => {
    const browser = world.browser(false);
    const email = "new@x.example";
    const asked = { signup: { email, password: goodPassword }, login: { email, password: "x" } };
    for (const [path, body] of Object.entries({ ...asked, code: { email }, reset: { email } })) {
      expect(refusal(await browser.post(path, body)), path).toEqual(required);
    }
    const { body } = await world.api("GET", "/v1/auth/challenge?for=signup");
    expect(body).toMatchObject({ provider: "altcha", siteKey: null, action: null });
    const token = await solvePuzzle(body.puzzle as BrowserPuzzle);
    const solved = { token, for: "signup" };
    const reply = await browser.send({ method: "POST", path: verifyPath, body: solved });
    expect(reply).toMatchObject({ status: 200, body: { verified: true } });
    expect(reply.headers["set-cookie"]).toMatch(/; HttpOnly; SameSite=Lax$/);
    const signedUp = await browser.post("signup", { email, password: goodPassword });
    expect(signedUp.status).toBe(200);
    expect(await world.mailedCode(email)).toMatch(/^[0-9]{6}$/);
  });

  test("is good for what it was solved for, and for nothing else", async () => {
    const email = "purpose@x.example";
    const bodies: Record<ChallengePurpose, object> = {
      ...{ login: { email, password: "x" }, signup: { email, password: goodPassword } },
      ...{ code: { email }, reset: { email } },
    };
    for (const purpose of challengePurposes) {
      const browser = world.browser(false);
      const token = solveFast(newPuzzle(world.config, purpose));
      const send = (of: ChallengePurpose) =>
        browser.send({ method: "POST", path: verifyPath, body: { token, for: of } });
      const others = challengePurposes.filter((one) => one !== purpose);
      for (const other of others) expect(refusal(await send(other)), other).toEqual(failed);
      const { salt } = decode(token);
      const changed = String(salt).replace(/for=[a-z]+/, `for=${others[0]}`);
      const forged = encode({ ...decode(token), salt: changed });
      const body = { token: forged, for: others[0] };
      expect(refusal(await browser.send({ method: "POST", path: verifyPath, body }))).toEqual(
        failed,
      );
      expect((await send(purpose)).status).toBe(200);
      for (const one of challengePurposes) {
        const reply = await browser.post(one, bodies[one]);
        const told = reply.body.error?.details;
        if (one === purpose) expect(told?.reason, one).not.toBe("challenge_required");
        else expect(told, one).toMatchObject({ reason: "challenge_required", purpose: one });
      }
    }
  });

  test("is taken once, however many send it at the same time", async () => {
    const token = solveFast(newPuzzle(world.config, "login"));
    const replies = await Promise.all(Array.from({ length: 5 }, () => verify(token)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
    expect(refusal(await verify(token))).toEqual(failed);
    expect((await verify(token)).body.error?.param).toBe("token");
  });

  test("that somebody else made, changed or solved wrongly is refused", async () => {
    const puzzle = newPuzzle(world.config, "login");
    const good = decode(solveFast(puzzle));
    const pepper = { API_KEY_PEPPER: Buffer.alloc(32, 7).toString("base64") };
    const foreign = newPuzzle(pepper, "login");
    const wrong: unknown[] = [
      decode(solveFast(foreign)),
      { ...good, number: Number(good.number) + 1 },
      { ...good, number: -1 },
      { ...good, number: "1" },
      { ...good, algorithm: "SHA-1" },
      { ...good, signature: "0".repeat(64) },
      { ...good, signature: "0" },
      { ...good, challenge: "0".repeat(64) },
      { ...good, salt: String(good.salt).replace(/\d{10}/, "9999999999") },
      { ...good, salt: `${good.salt}1` },
      null,
      [],
      "text",
    ];
    for (const one of wrong) {
      expect(refusal(await verify(encode(one as object))), JSON.stringify(one)).toEqual(failed);
    }
    for (const text of ["x", "e30=", "%%%", "null", "\u00e9".repeat(9)]) {
      expect(refusal(await verify(text)), text).toEqual(failed);
    }
    expect((await verify(encode(good))).status).toBe(200);
  });

  test("is good for five minutes, and one of the pepper before is good", () => {
    const now = Date.now();
    const { config } = world;
    const token = solveFast(newPuzzle(config, "login", now));
    expect(checkSolution(config, token, now + 298_000)).not.toBeNull();
    expect(checkSolution(config, token, now + 301_000)).toBeNull();
    const changed = {
      API_KEY_PEPPER: Buffer.alloc(32, 8).toString("base64"),
      API_KEY_PEPPER_PREVIOUS: [config.API_KEY_PEPPER],
    };
    expect(checkSolution(changed, token, now)).not.toBeNull();
  });

  test("hides the number, and ends where no digit can be added", () => {
    const puzzle: Puzzle = newPuzzle(world.config, "login");
    expect(puzzle.salt).toMatch(/^[0-9a-f]{32}\?expires=[0-9]{10}&for=login&$/);
    expect(Object.keys(puzzle).sort()).toEqual(
      ["algorithm", "challenge", "maxnumber", "salt", "signature"].sort(),
    );
  });
});

test("a pass is good for ten minutes, and in the network that it was given to", async () => {
  const { config } = world;
  const email = "pass@x.example";
  const ask = async (cookie: string) => {
    await world.forget();
    const headers = { cookie: cookie.split(";")[0] ?? "" };
    const path = "/api/identity/code";
    return world.browser(false).send({ method: "POST", path, body: { email }, headers });
  };
  const at = (age: number, address = "192.0.2.9") =>
    challengePass(config, { address, purpose: "code" }, Date.now() - age).cookie;
  expect((await ask(at(590_000))).status).toBe(200);
  expect(refusal(await ask(at(601_000)))).toEqual(required);
  expect(refusal(await ask(at(0, "198.51.100.7")))).toEqual(required);
  const forLogin = challengePass(config, { address: "192.0.2.9", purpose: "login" }).cookie;
  expect(refusal(await ask(forLogin.replace("_login=", "_code=")))).toEqual(required);
  const later = at(0).replace(/=[0-9]{10}/, "=9999999999");
  expect(refusal(await ask(later))).toEqual(required);
  expect(refusal(await ask("stipend_challenge_code=0000000000."))).toEqual(required);
});

test("Cloudflare's frame may be shown where somebody signs in, if the settings have it, and nowhere else", async () => {
  const runtime = globalThis.stipendRuntime;
  if (!runtime) throw new Error("the world has one");
  const framesOf = async (path: string) => {
    const answer = await proxy(new NextRequest(`http://localhost:3000${path}`));
    return /frame-src ([^;]*)/.exec(answer.headers.get("content-security-policy") ?? "")?.[1];
  };
  expect(await framesOf("/login")).toBe("'self'");
  const config = { ...runtime.config, TURNSTILE_SITE_KEY: "0x4AAAAAAA" };
  globalThis.stipendRuntime = { ...runtime, config };
  try {
    expect(await framesOf("/login")).toBe("'self' https://challenges.cloudflare.com");
    expect(await framesOf("/signup")).toBe("'self' https://challenges.cloudflare.com");
    expect(await framesOf("/loginx")).toBe("'self'");
    expect(await framesOf("/dev/inbox")).toBe("'self'");
  } finally {
    globalThis.stipendRuntime = runtime;
  }
});

describe("Turnstile", () => {
  let server: Server;
  let answer: { status: number; body: string };
  let received: Record<string, string>[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      let text = "";
      request.on("data", (piece) => {
        text += piece;
      });
      request.on("end", () => {
        received.push(JSON.parse(text) as Record<string, string>);
        response.writeHead(answer.status).end(answer.body);
      });
    }).listen(0, "127.0.0.1");
    await new Promise((ready) => server.once("listening", ready));
  });
  afterAll(() => server.close());
  beforeEach(() => {
    received = [];
  });

  const verifyUrl = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const says = (body: object) => {
    answer = { status: 200, body: JSON.stringify(body) };
  };
  const good = { success: true, hostname: "pay.example", action: "stipend-login" };
  const secret = "0x4AAAAAAAsecretOfOurs";
  const check = (token = "token", ours = secret) =>
    checkTurnstile(
      { secret: ours, hostname: "pay.example", verifyUrl: verifyUrl() },
      { token, purpose: "login", address: "192.0.2.7" },
    );

  test("takes what Cloudflare says is good, of our own page and for this", async () => {
    says(good);
    expect(await check()).toBe(true);
    expect(received).toEqual([{ secret, response: "token", remoteip: "192.0.2.7" }]);
    for (const other of [
      { success: false, "error-codes": ["timeout-or-duplicate"] },
      { ...good, hostname: "evil.example" },
      { ...good, hostname: undefined },
      { ...good, action: "comment" },
      { ...good, action: "stipend-reset" },
    ]) {
      says(other);
      expect(await check(), JSON.stringify(other)).toBe(false);
    }
    received = [];
    expect(await check("x".repeat(2_049))).toBe(false);
    expect(received).toEqual([]);
  });

  test("with a secret for tests takes what Cloudflare's answer for tests says", async () => {
    says({ success: true, hostname: "example.com" });
    expect(await check("token", "1x0000000000000000000000000000000AA")).toBe(true);
    expect(await check()).toBe(false);
  });

  test("that gives no answer lets nobody in, and says that it is not their fault", async () => {
    for (const body of ["<html>", "{}", ""]) {
      answer = { status: 502, body };
      await expect(check()).rejects.toBeInstanceOf(TurnstileUnavailable);
    }
    const config = { ...world.config, TURNSTILE_SECRET_KEY: secret, TURNSTILE_SITE_KEY: "0x4AAA" };
    const taking = (token: string) =>
      takeSolution(
        { db: world.db, config },
        { token, purpose: "login", address: null },
        { verifyUrl: verifyUrl() },
      );
    await expect(taking("token")).rejects.toMatchObject({
      code: "api_error",
      info: { details: { reason: "challenge_unavailable" } },
    });
    // A puzzle is no way around it.
    says({ success: false });
    await expect(taking(solveFast(newPuzzle(world.config, "login")))).rejects.toMatchObject({
      info: { param: "token", details: { reason: "challenge_failed" } },
    });
  });
});
