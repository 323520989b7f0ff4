import { findTotpStep, newTotpSecret, totpUri } from "@/lib/adapters/identity/totp";
import type { Accounts, Answer } from "./privy-types";

/** The frame that Privy's browser library talks to: it hands each message to the server, and the answer back. */
export const framePage: Answer = {
  status: 200,
  type: "text/html",
  body: `<!doctype html><title>Privy</title><script>
    addEventListener("message", async ({ data, source, origin }) => {
      // One of the two libraries sends texts, the other objects.
      const body = typeof data === "string" ? data : JSON.stringify(data);
      const answer = await fetch("/stub/frame", { method: "POST", body });
      source.postMessage(await answer.json(), origin);
    });
  </script>`,
};

interface Frame {
  readonly accounts: Accounts;
  /** Secrets of authenticator apps, by subject. */
  readonly secrets: Map<string, string>;
  subjectOf(token: string): string | null;
}

interface Message {
  readonly id?: string;
  readonly event?: string;
  readonly data?: { readonly accessToken?: string; readonly code?: string };
}

/** Answers a message to the frame, as Privy's does: with what was asked for, or an error. */
export function frameAnswer({ id, event, data = {} }: Message, frame: Frame): Answer {
  const subject = frame.subjectOf(data.accessToken ?? "") ?? "";
  const user = frame.accounts.users.get(subject);
  const answer = (given: object): Answer => ({ status: 200, body: { id, event, ...given } });
  const wrong = (type: string) => answer({ error: { type, message: type } });
  if (event === "privy:iframe:ready") return answer({ data: {} });
  if (!user) return wrong("error");
  const isWallet = ({ wallet_client_type }: Record<string, unknown>) =>
    wallet_client_type === "privy";
  if (event === "privy:wallet:create") {
    const address = `0x${"7".repeat(40)}`;
    const kind = { type: "wallet", chain_type: "ethereum", wallet_client_type: "privy" };
    const embedded = { connector_type: "embedded", wallet_index: 0, imported: false };
    user.linked_accounts.push({ ...kind, ...embedded, address, verified_at: 1_780_000_000 });
    return answer({ data: { address } });
  }
  if (event === "privy:mfa:init-enrollment") {
    if (!user.linked_accounts.some(isWallet)) return wrong("wallet_not_on_device");
    const secret = newTotpSecret();
    frame.secrets.set(subject, secret);
    return answer({ data: { method: "totp", secret, authUrl: totpUri(secret, subject) } });
  }
  if (event === "privy:mfa:submit-enrollment") {
    const secret = frame.secrets.get(subject) ?? "";
    const at = { after: 0n, at: Date.now() };
    if (findTotpStep(secret, data.code ?? "", at) === null) return wrong("missing_or_invalid_mfa");
    user.mfa_methods = [{ type: "totp", verified_at: Math.floor(Date.now() / 1_000) }];
    return answer({ data: {} });
  }
  return answer({ data: {} });
}
