import { randomBytes } from "node:crypto";
import { type Sql, transaction } from "@/db/client";
import { type Env, readEnv } from "@/lib/adapters/env/env";
import { newTotpSecret } from "@/lib/adapters/identity/totp";
import { scopes } from "@/lib/core/identity/scopes";
import { newId } from "@/lib/core/ids";
import { mintKey } from "@/lib/domain/identity/api-keys/mint-key";
import { issueRecoveryCodes } from "@/lib/domain/identity/recovery-codes";
import { sealTotpSecret } from "@/lib/domain/identity/totp-secret";
import type { PairCall, ServerPair, Settings } from "./drill-stage";

/** Somebody with a second factor. */
export interface Person {
  readonly email: string;
  /** What they prove it with; null of who uses the authenticator app. */
  readonly recoveryCode: string | null;
  readonly totpSecret: string;
}

/** What was made under the first secrets. */
export interface MadeBefore {
  readonly busyKeys: readonly string[];
  /** Used after the rotations alone. */
  readonly idleKeys: readonly string[];
  readonly people: readonly Person[];
  /** Requests with a key for repetition, and how they were answered. */
  readonly repeated: readonly { readonly call: PairCall; readonly text: string }[];
  /** The signing secret of the endpoint that receives webhooks. */
  readonly webhookSecret: string;
}

const KEYS = 20;
const PEOPLE = 600;
const REPEATED = 20;

/** Makes keys, accounts, stored answers and a webhook endpoint. */
export async function makeBefore(
  db: Sql,
  settings: Settings,
  {
    pair,
    key,
    merchantId,
    receiverUrl,
  }: {
    pair: ServerPair;
    key: string;
    merchantId: string;
    receiverUrl: string;
  },
): Promise<MadeBefore> {
  const config = readEnv(settings);
  const mint = async (name: string) => {
    const record = { kind: "secret", mode: "test", merchantId, name, scopes } as const;
    return (await mintKey({ db, config }, record)).key;
  };
  const mintAll = (name: string) => Promise.all(Array.from({ length: KEYS }, () => mint(name)));
  const endpoint = await pair.call({
    method: "POST",
    path: "/v1/webhook-endpoints",
    headers: { authorization: `Bearer ${key}` },
    body: { url: receiverUrl, events: ["payment.created"], mode: "test" },
  });
  if (endpoint.status !== 201) throw new Error(`no endpoint: ${endpoint.text}`);
  const { secret } = JSON.parse(endpoint.text) as { secret: string };
  return {
    busyKeys: await mintAll("Busy"),
    idleKeys: await mintAll("Idle"),
    people: await Promise.all(Array.from({ length: PEOPLE }, (_, n) => addPerson(db, config, n))),
    repeated: await Promise.all(Array.from({ length: REPEATED }, () => sendOnce(pair, key))),
    webhookSecret: secret,
  };
}

async function addPerson(db: Sql, config: Env, number: number): Promise<Person> {
  const email = `person-${number}@drill.example`;
  const userId = newId("user");
  const totpSecret = newTotpSecret();
  const secretSealed = sealTotpSecret(config, userId, totpSecret);
  const codes = await transaction(db, async (tx) => {
    await tx`insert into identity_users ${tx({ id: userId, email })}`;
    await tx`
      insert into identity_totp (user_id, secret_sealed, confirmed_at)
      values (${userId}, ${secretSealed}, now())`;
    return issueRecoveryCodes({ config }, tx, userId);
  });
  return { email, totpSecret, recoveryCode: number % 2 === 0 ? (codes[0] ?? null) : null };
}

async function sendOnce(pair: ServerPair, key: string) {
  const call: PairCall = {
    method: "POST",
    path: "/v1/customers",
    headers: { authorization: `Bearer ${key}`, "idempotency-key": randomBytes(12).toString("hex") },
    body: { walletAddress: `0x${randomBytes(20).toString("hex")}`, name: "Ada Lovelace" },
  };
  const { status, text } = await pair.call(call);
  if (status !== 201) throw new Error(`no customer: ${text}`);
  return { call, text };
}
