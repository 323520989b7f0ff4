import { createHash, randomBytes, randomInt } from "node:crypto";
import { privyAppConfig } from "./privy-app-config";
import { frameAnswer, framePage } from "./privy-frame";
import { privyPasskeys } from "./privy-passkeys";
import {
  type Accounts,
  type Answer,
  type Given,
  ok,
  type PrivyBrowserApi,
  type Request,
  refusal,
  type Sessions,
} from "./privy-types";

const hash = (text: string) => createHash("sha256").update(text);
const subjectOf = (name: string) => `did:privy:${hash(name).digest("hex").slice(0, 24)}`;
const verifiedAt = 1_780_000_000;

export function privyBrowserApi(accounts: Accounts): PrivyBrowserApi {
  const { appId } = accounts;
  const codes = new Map<string, string>();
  const secrets = new Map<string, string>();
  const person = { email: null as string | null, sub: "1", isDenied: false };
  const sessions = browserSessions(accounts);
  const passkeys = privyPasskeys(accounts, sessions);
  const routes: Record<string, (body: Given, request: Request) => Answer | Promise<Answer>> = {
    [`/api/v1/apps/${appId}`]: () => ok(privyAppConfig(appId)),
    "/api/v1/analytics_events": () => ok({}),
    ...emailRoutes(accounts, sessions, codes),
    ...oauthRoutes(accounts, sessions, person),
    ...passkeys,
    "/api/v1/sessions": ({ refresh_token = "" }) => sessions.renew(refresh_token),
    "/api/v1/sessions/logout": ({ refresh_token = "" }) => sessions.end(refresh_token),
    [`/apps/${appId}/embedded-wallets`]: () => framePage,
    "/stub/frame": (body) =>
      frameAnswer(body, { accounts, secrets, subjectOf: sessions.subjectOf }),
  };
  return {
    ...{ codes, secrets, person },
    answer: async (request) => {
      const [path = ""] = request.path.split("?");
      return (await routes[path]?.((request.body ?? {}) as Given, request)) ?? null;
    },
  };
}

function browserSessions({ users, tokenOf }: Accounts): Sessions {
  /** The subject of each refresh token. */
  const subjects = new Map<string, string>();
  const begin = (subject: string): Answer => {
    const refresh = `refresh-${subject}-${subjects.size}`;
    subjects.set(refresh, subject);
    const sid = `session-${subject}-${subjects.size}`;
    const tokens = { token: tokenOf(subject, { sid }), refresh_token: refresh };
    const none = { privy_access_token: null, identity_token: null, is_new_user: false };
    const user = users.get(subject);
    return ok({ user, ...tokens, ...none, session_update_action: "set" });
  };
  return {
    begin,
    renew: (token) => {
      const subject = subjects.get(token);
      const isThere = subject !== undefined && users.has(subject);
      return isThere ? begin(subject) : refusal(401, "missing_or_invalid_token");
    },
    end: (token) => {
      subjects.delete(token);
      return ok({});
    },
    subjectOf: (authorization) => {
      const [, claims] = authorization.replace(/^Bearer /, "").split(".");
      if (!claims) return null;
      return (JSON.parse(Buffer.from(claims, "base64url").toString()) as { sub: string }).sub;
    },
  };
}

function emailRoutes(accounts: Accounts, sessions: Sessions, codes: Map<string, string>) {
  const isRight = ({ email = "", code }: Given) => {
    const isSame = code !== undefined && codes.get(email) === code;
    if (isSame) codes.delete(email);
    return isSame;
  };
  return {
    "/api/v1/passwordless/init": ({ email = "" }: Given) => {
      codes.set(email, String(randomInt(1_000_000)).padStart(6, "0"));
      return ok({ success: true });
    },
    "/api/v1/passwordless/authenticate": (body: Given) => {
      if (!isRight(body)) return refusal(422, "invalid_credentials");
      const { email = "" } = body;
      const subject = subjectOf(email);
      if (!accounts.users.has(subject)) accounts.addUser(subject, email);
      return sessions.begin(subject);
    },
    "/api/v1/passwordless/link": (body: Given, { authorization }: Request) => {
      const user = accounts.users.get(sessions.subjectOf(authorization) ?? "");
      if (!user || !isRight(body)) return refusal(422, "invalid_credentials");
      const hasIt = ({ type, address }: Record<string, unknown>) =>
        type === "email" && address === body.email;
      if ([...accounts.users.values()].some((one) => one.linked_accounts.some(hasIt))) {
        return refusal(422, "linked_to_another_user");
      }
      user.linked_accounts.push({
        ...{ type: "email", address: body.email, verified_at: verifiedAt },
      });
      return ok(user);
    },
  };
}

/** A way back that waits to be taken, by its code. */
interface Pending {
  readonly state: string;
  readonly challenge: string;
  readonly provider: string;
}

function oauthRoutes(accounts: Accounts, sessions: Sessions, person: PrivyBrowserApi["person"]) {
  const pending = new Map<string, Pending>();
  return {
    "/api/v1/oauth/init": ({ provider = "", redirect_to = "", ...sent }: Given) => {
      const code = randomBytes(12).toString("hex");
      const { state_code: state = "", code_challenge: challenge = "" } = sent;
      pending.set(code, { state, challenge, provider });
      const back = new URL(redirect_to);
      back.searchParams.set("privy_oauth_provider", provider);
      back.searchParams.set("privy_oauth_state", state);
      if (person.isDenied) back.searchParams.set("privy_oauth_error", "access_denied");
      else back.searchParams.set("privy_oauth_code", code);
      return ok({ url: back.href });
    },
    "/api/v1/oauth/authenticate": ({ authorization_code: code = "", ...sent }: Given) => {
      const held = pending.get(code);
      pending.delete(code);
      const challenge = hash(sent.code_verifier ?? "").digest("base64url");
      if (!held || held.state !== sent.state_code || held.challenge !== challenge) {
        return refusal(401, "invalid_credentials");
      }
      const type = `${held.provider}_oauth`;
      const subject = subjectOf(`${type}:${person.sub}`);
      const user = accounts.users.get(subject) ?? accounts.addUser(subject, null);
      const account = { type, subject: person.sub, email: person.email, verified_at: verifiedAt };
      if (!user.linked_accounts.some((one) => one.type === type))
        user.linked_accounts.push(account);
      return sessions.begin(subject);
    },
  };
}
