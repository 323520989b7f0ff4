import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Sql, transaction } from "@/db/client";
import type { Puzzle } from "@/lib/adapters/challenge/altcha";
import { totpCode, totpStep } from "@/lib/adapters/identity/totp";
import { newId } from "@/lib/core/ids";
import { openCode } from "@/lib/domain/mails/sealed-code";
import { recordEvent } from "@/lib/domain/platform/events/record-event";
import { solveFast } from "@/testing/solve-puzzle";
import type { PairCall, PairReply, ServerPair } from "./drill-stage";
import type { MadeBefore, Person } from "./made-before";

/** What the load needs. */
export interface LoadStage {
  readonly db: Sql;
  readonly pair: ServerPair;
  readonly baseUrl: string;
  readonly merchantId: string;
  /** Every sealing key there ever was, so that mails can be read. */
  sealingKeys(): { STIPEND_SECRET_KEY: string; STIPEND_SECRET_KEY_PREVIOUS: string[] };
}

export interface Load {
  readonly counts: ReadonlyMap<string, number>;
  readonly failures: readonly string[];
  /** Asks with each key, and counts what is refused. */
  callWithKeys(what: string, keys: readonly string[]): Promise<void>;
  /** Repeats requests and signs in no more: what they need is to be forgotten. */
  endOld(): Promise<void>;
  /** Signs in with authenticator apps that were enrolled before. */
  signInWithApps(count: number): Promise<void>;
  stop(): Promise<void>;
}

/** Calls with what was made before the rotations, side by side, until it is stopped. */
export function startLoad(stage: LoadStage, made: MadeBefore): Load {
  const counts = new Map<string, number>();
  const failures: string[] = [];
  const fail = (failure: string) => {
    failures.push(failure);
    console.log(`  refused: ${failure}`);
  };
  let [isStopped, isOld] = [false, true];
  const checked = async (what: string, status: number, call: PairCall) => {
    const reply = await stage.pair.call(call);
    counts.set(what, (counts.get(what) ?? 0) + 1);
    if (reply.status !== status) fail(`${what}: ${reply.status} ${reply.text.slice(0, 300)}`);
    return reply;
  };
  const callWithKey = (what: string, key: string) =>
    checked(what, 200, { path: "/v1/customers?limit=1", headers: bearer(key) });
  const again = async (pauseMs: number, work: () => Promise<unknown>, goesOn = () => true) => {
    while (!isStopped && goesOn()) {
      await work().catch((error: unknown) => fail(String(error)));
      await sleep(pauseMs);
    }
  };
  const people = made.people.values();
  const goesOn = () => isOld;
  const signInNext = async () => {
    const { value: person } = people.next();
    if (!person) throw new Error("too few accounts were made");
    await signIn(stage, person, checked);
  };
  const old = [
    again(50, () => repeatRequest(made, checked, fail), goesOn),
    again(100, signInNext, goesOn),
    again(100, signInNext, goesOn),
  ];
  const loops = [
    ...old,
    ...Array.from({ length: 4 }, (_, lane) =>
      again(20, () => callWithKey("API key that is used", pick(made.busyKeys, lane))),
    ),
    again(250, () => emit(stage)),
  ];
  return {
    counts,
    failures,
    callWithKeys: async (what, keys) => {
      for (const key of keys) await callWithKey(what, key);
    },
    endOld: async () => {
      isOld = false;
      await Promise.all(old);
    },
    signInWithApps: async (count) => {
      const owners = [...people].filter(({ recoveryCode }) => recoveryCode === null);
      for (const person of owners.slice(0, count)) await signIn(stage, person, checked);
    },
    stop: async () => {
      isStopped = true;
      await Promise.all(loops);
    },
  };
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const pick = <T>(all: readonly T[], offset: number): T =>
  all[(Math.floor(performance.now() / 10) + offset) % all.length] as T;

type CheckedCall = (what: string, status: number, call: PairCall) => Promise<PairReply>;

/** The answer must be the one that was given first, byte for byte. */
async function repeatRequest(
  { repeated }: MadeBefore,
  checked: CheckedCall,
  fail: (failure: string) => void,
): Promise<void> {
  const { call, text } = pick(repeated, 0);
  const reply = await checked("repeated request", 201, call);
  if (reply.status === 201 && reply.text !== text) fail("a repetition is another answer");
}

/** Signs in by a mailed code, and by the second factor; each server sees some of it. */
async function signIn(
  { db, pair, baseUrl, sealingKeys }: LoadStage,
  { email, recoveryCode, totpSecret }: Person,
  checked: CheckedCall,
): Promise<void> {
  const headers = { origin: baseUrl };
  const { puzzle } = JSON.parse(
    (await pair.call({ path: "/v1/auth/challenge?for=code" })).text,
  ) as {
    puzzle: Puzzle;
  };
  const post = (what: string, path: string, body: unknown, more = {}) =>
    checked(what, 200, { method: "POST", path, body, headers: { ...headers, ...more } });
  const solved = await post("bot challenge", "/v1/auth/turnstile/verify", {
    token: solveFast(puzzle),
    for: "code",
  });
  const cookie = cookieOf(solved);
  const asked = await post("code asked for", "/api/identity/code", { email }, { cookie });
  const { flow } = JSON.parse(asked.text) as { flow: string };
  const [mail] = await db<{ code: string }[]>`
    select facts ->> 'code' as code from mails where recipient = ${email} and kind = 'identity_code'`;
  const code = openCode(sealingKeys(), email, mail?.code ?? "");
  // Some codes are given after the next step of the rotation.
  await sleep((randomBytes(1)[0] ?? 0) * 40);
  const verified = await post("mailed code", "/api/identity/verify", { flow, code });
  const { ticket } = JSON.parse(verified.text) as { ticket: string };
  const factor = recoveryCode ?? totpCode(totpSecret, totpStep(Date.now()));
  const what = recoveryCode ? "recovery code" : "authenticator app";
  const step = await post(what, "/api/identity/second-factor", { ticket, code: factor });
  const session = { cookie: cookieOf(step) };
  await post("access token", "/api/identity/token", {}, session);
}

const cookieOf = ({ headers }: PairReply) => (headers.get("set-cookie") ?? "").split(";")[0] ?? "";

async function emit({ db, merchantId }: LoadStage): Promise<void> {
  const resource = { type: "payment_session", id: newId("paymentSession") } as const;
  const event = { merchantId, mode: "test", type: "payment.created", resource } as const;
  await transaction(db, (tx) => recordEvent(tx, { ...event, object: {} }));
}
