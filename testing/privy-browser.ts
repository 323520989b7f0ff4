import { createHash, randomInt } from "node:crypto";
import type { PrivyUser } from "./privy";

/** What of Privy the browser's interface works with. */
interface Accounts {
  readonly appId: string;
  readonly users: Map<string, PrivyUser>;
  addUser(subject: string, email: string): PrivyUser;
  tokenOf(subject: string, claims?: Record<string, unknown>): string;
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Privy's interface for its browser library, as that library calls it: codes by e-mail, and sessions. */
export interface PrivyBrowserApi {
  /** The codes that were mailed, by address. */
  readonly codes: Map<string, string>;
  /** @returns null for what is no path of it */
  answer(path: string, body: unknown): Answer | null;
}

const refusal = (status: number, code: string): Answer => ({ status, body: { error: code, code } });

export function privyBrowserApi({ appId, users, addUser, tokenOf }: Accounts): PrivyBrowserApi {
  const codes = new Map<string, string>();
  /** The subject of each refresh token. */
  const sessions = new Map<string, string>();
  const subjectOf = (email: string) =>
    `did:privy:${createHash("sha256").update(email).digest("hex").slice(0, 24)}`;
  const signedIn = (subject: string): Answer => {
    const refresh = `refresh-${subject}-${sessions.size}`;
    sessions.set(refresh, subject);
    const sid = `session-${subject}-${sessions.size}`;
    const tokens = { token: tokenOf(subject, { sid }), refresh_token: refresh };
    const none = { privy_access_token: null, identity_token: null, is_new_user: false };
    const user = users.get(subject);
    return { status: 200, body: { user, ...tokens, ...none, session_update_action: "set" } };
  };
  const routes: Record<string, (body: Record<string, string>) => Answer> = {
    [`/api/v1/apps/${appId}`]: () => ({ status: 200, body: { id: appId, name: "Tests" } }),
    "/api/v1/analytics_events": () => ({ status: 200, body: {} }),
    "/api/v1/passwordless/init": ({ email = "" }) => {
      codes.set(email, String(randomInt(1_000_000)).padStart(6, "0"));
      return { status: 200, body: { success: true } };
    },
    "/api/v1/passwordless/authenticate": ({ email = "", code }) => {
      if (code === undefined || codes.get(email) !== code) {
        return refusal(422, "invalid_credentials");
      }
      codes.delete(email);
      const subject = subjectOf(email);
      if (!users.has(subject)) addUser(subject, email);
      return signedIn(subject);
    },
    "/api/v1/sessions": ({ refresh_token: token = "" }) => {
      const subject = sessions.get(token);
      const isThere = subject !== undefined && users.has(subject);
      return isThere ? signedIn(subject) : refusal(401, "missing_or_invalid_token");
    },
    "/api/v1/sessions/logout": ({ refresh_token: token = "" }) => {
      sessions.delete(token);
      return { status: 200, body: {} };
    },
  };
  return {
    codes,
    answer: (path, body) => routes[path]?.((body ?? {}) as Record<string, string>) ?? null,
  };
}
