import { createHmac, createPublicKey, generateKeyPairSync, sign } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { privyBrowserApi } from "./privy-browser";
import type { PrivyBrowserApi, PrivyUser } from "./privy-types";

/** Privy as it is documented: users by REST, tokens by its key, webhooks by Svix. */
export interface PrivyStub {
  readonly settings: Record<
    | "PRIVY_APP_ID"
    | "PRIVY_APP_SECRET"
    | "PRIVY_VERIFICATION_KEY"
    | "PRIVY_WEBHOOK_SECRET"
    | "PRIVY_API_URL"
    | "PRIVY_AUTH_URL",
    string
  >;
  readonly users: Map<string, PrivyUser>;
  /** The codes that it has mailed, by address. */
  readonly codes: PrivyBrowserApi["codes"];
  /** Who signs in at Google, Apple and GitHub. */
  readonly person: PrivyBrowserApi["person"];
  /** Its frame; enrolments of authenticator apps, by subject. */
  readonly secrets: PrivyBrowserApi["secrets"];
  /** The paths that were asked for. */
  readonly asked: string[];
  /** What it answers in place of a user; null: the user. `hangs`: the answer begins, and does not end. */
  trouble: { status: number; body: string; hangs?: boolean; location?: string } | null;
  /** A user with an address and the factors that are enrolled. */
  addUser(subject: string, email: string | null, factors?: string[]): PrivyUser;
  tokenOf(subject: string, claims?: Record<string, unknown>, header?: object): string;
  /** The headers of a webhook. */
  signed(id: string, body: string, at?: Date): Record<string, string>;
  stop(): Promise<void>;
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
const appId = "cltestapp0000000000000000";
const appSecret = "privy-app-secret-of-the-tests";
const webhookKey = Buffer.alloc(24, 5);
const keys = generateKeyPairSync("ec", { namedCurve: "prime256v1" });

function tokenOf(subject: string, claims: Record<string, unknown> = {}, header: object = {}) {
  const now = Math.floor(Date.now() / 1_000);
  const body = { iss: "privy.io", aud: appId, sub: subject, sid: "cltestsession", iat: now };
  const signed = [
    { alg: "ES256", typ: "JWT", ...header },
    { ...body, exp: now + 3_600, ...claims },
  ]
    .map(encode)
    .join(".");
  const key = { key: keys.privateKey, dsaEncoding: "ieee-p1363" } as const;
  return `${signed}.${sign("sha256", Buffer.from(signed), key).toString("base64url")}`;
}

function signed(id: string, body: string, at = new Date()) {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const mac = createHmac("sha256", webhookKey).update(`${id}.${timestamp}.${body}`);
  const signature = `v1,${mac.digest("base64")}`;
  return { "svix-id": id, "svix-timestamp": timestamp, "svix-signature": signature };
}

function userOf(subject: string, email: string | null, factors: string[]): PrivyUser {
  const at = 1_780_000_000;
  const mail = { type: "email", address: email, verified_at: at, first_verified_at: at };
  return {
    id: subject,
    ...{ created_at: at, has_accepted_terms: true, is_guest: false },
    linked_accounts: [
      { type: "wallet", address: "0x1", verified_at: at },
      ...(email ? [mail] : []),
    ],
    mfa_methods: factors.map((type) => ({ type, verified_at: at })),
  };
}

/** Its interface for browsers is asked from pages of other origins, with credentials. */
function allowOrigin({ headers }: IncomingMessage, response: ServerResponse): void {
  if (!headers.origin) return;
  response.setHeader("access-control-allow-origin", headers.origin);
  response.setHeader("access-control-allow-credentials", "true");
  const wanted = headers["access-control-request-headers"];
  if (wanted) response.setHeader("access-control-allow-headers", wanted);
}

export async function startPrivy(): Promise<PrivyStub> {
  const users = new Map<string, PrivyUser>();
  const asked: string[] = [];
  const credentials = `Basic ${Buffer.from(`${appId}:${appSecret}`).toString("base64")}`;
  const addUser: PrivyStub["addUser"] = (subject, email, factors = []) => {
    const user = userOf(subject, email, factors);
    users.set(subject, user);
    return user;
  };
  const browsers = privyBrowserApi({ appId, users, addUser, tokenOf });
  const server = createServer(async (request, response) => {
    const { url = "", method, headers } = request;
    asked.push(url);
    allowOrigin(request, response);
    if (method === "OPTIONS") return response.writeHead(204).end();
    const given = method === "POST" ? await json(request) : null;
    const { authorization = "", origin = "" } = headers;
    const forBrowser = await browsers.answer({ path: url, body: given, authorization, origin });
    if (forBrowser) {
      const { status, body, type = "application/json", location } = forBrowser;
      response.writeHead(status, { "content-type": type, ...(location ? { location } : {}) });
      return response.end(typeof body === "string" ? body : JSON.stringify(body));
    }
    const answer = (status: number, body: string) =>
      response.writeHead(status, { "content-type": "application/json" }).end(body);
    if (stub.trouble?.hangs) {
      response.writeHead(200, { "content-type": "application/json" });
      return response.write("{");
    }
    const { location: elsewhere } = stub.trouble ?? {};
    if (elsewhere) response.setHeader("location", elsewhere);
    if (stub.trouble) return answer(stub.trouble.status, stub.trouble.body);
    const isOurs = headers.authorization === credentials && headers["privy-app-id"] === appId;
    if (!isOurs) return answer(401, '{"error":"Invalid app ID or app secret."}');
    const user = users.get(decodeURIComponent(url.replace(/^\/v1\/users\//, "")));
    return user ? answer(200, JSON.stringify(user)) : answer(404, '{"error":"User not found"}');
  }).listen(0, "127.0.0.1");
  await new Promise((ready) => server.once("listening", ready));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const publicKey = createPublicKey(keys.privateKey).export({ format: "pem", type: "spki" });
  const stub: PrivyStub = {
    settings: {
      PRIVY_APP_ID: appId,
      PRIVY_APP_SECRET: appSecret,
      PRIVY_VERIFICATION_KEY: String(publicKey),
      PRIVY_WEBHOOK_SECRET: `whsec_${webhookKey.toString("base64")}`,
      PRIVY_API_URL: address,
      PRIVY_AUTH_URL: address,
    },
    ...{ users, asked, trouble: null, tokenOf, signed, addUser },
    ...{ codes: browsers.codes, person: browsers.person, secrets: browsers.secrets },
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  return stub;
}
