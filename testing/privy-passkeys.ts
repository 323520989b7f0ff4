import { randomBytes } from "node:crypto";
import {
  checkMadePasskey,
  checkUsedPasskey,
  type PasskeyKey,
} from "@/lib/adapters/identity/web-authn";
import {
  type Accounts,
  type Answer,
  type Given,
  ok,
  type Request,
  refusal,
  type Sessions,
} from "./privy-types";

/** What a browser sends of a passkey, in Privy's spelling. */
interface SentPasskey {
  readonly challenge?: string;
  readonly authenticator_response: {
    readonly id: string;
    readonly response: Record<string, string>;
  };
}

interface Keys {
  readonly keys: Map<string, PasskeyKey & { readonly subject: string }>;
  newChallenge(): string;
  isOwn(challenge: string): boolean;
}

const site = ({ origin }: Request) => ({ id: new URL(origin).hostname, origin });

/** The part of Privy's interface that makes and takes passkeys. */
export function privyPasskeys(accounts: Accounts, sessions: Sessions) {
  const challenges = new Set<string>();
  const held: Keys = {
    keys: new Map(),
    newChallenge() {
      const challenge = randomBytes(32).toString("base64url");
      challenges.add(challenge);
      return challenge;
    },
    isOwn: (challenge) => challenges.delete(challenge),
  };
  return { ...signInRoutes(held, sessions), ...linkRoutes(held, sessions, accounts) };
}

function signInRoutes({ keys, newChallenge, isOwn }: Keys, sessions: Sessions) {
  return {
    "/api/v1/passkeys/authenticate/init": (_: Given, request: Request): Answer =>
      ok({
        options: {
          challenge: newChallenge(),
          rp_id: site(request).id,
          ...{ allow_credentials: [], user_verification: "required" },
        },
      }),
    "/api/v1/passkeys/authenticate": async (body: Given, request: Request): Promise<Answer> => {
      const { id, response } = (body as unknown as SentPasskey).authenticator_response;
      const key = keys.get(id);
      if (!key) return refusal(401, "invalid_credentials");
      const { client_data_json = "", authenticator_data = "", signature = "" } = response;
      const texts = { clientDataJSON: client_data_json, authenticatorData: authenticator_data };
      const used = { id, response: { ...texts, signature } };
      const checked = await checkUsedPasskey(site(request), { used, key }, isOwn);
      if (!checked || checked.isCopy) return refusal(401, "invalid_credentials");
      keys.set(id, { ...key, counter: checked.counter });
      return sessions.begin(key.subject);
    },
  };
}

function linkRoutes({ keys, newChallenge, isOwn }: Keys, sessions: Sessions, { users }: Accounts) {
  return {
    "/api/v1/passkeys/link/init": (_: Given, request: Request): Answer => {
      const name = sessions.subjectOf(request.authorization) ?? "";
      const user = { id: Buffer.from(name).toString("base64url"), name, display_name: name };
      return ok({
        options: {
          ...{ challenge: newChallenge(), rp: { id: site(request).id, name: "Tests" }, user },
          pub_key_cred_params: [{ type: "public-key", alg: -7 }],
          authenticator_selection: { resident_key: "required", user_verification: "required" },
        },
      });
    },
    "/api/v1/passkeys/link": async (body: Given, request: Request): Promise<Answer> => {
      const user = users.get(sessions.subjectOf(request.authorization) ?? "");
      const { id, response } = (body as unknown as SentPasskey).authenticator_response;
      const { client_data_json = "", attestation_object = "" } = response;
      const sent = { clientDataJSON: client_data_json, attestationObject: attestation_object };
      const made = await checkMadePasskey(site(request), { id, response: sent }, isOwn);
      if (!user || !made) return refusal(401, "invalid_credentials");
      keys.set(id, { ...made, subject: user.id });
      user.linked_accounts.push({ type: "passkey", credential_id: id, enrolled_in_mfa: false });
      return ok(user);
    },
  };
}
