import type { KeyObject } from "node:crypto";
import type { PrivyClient } from "@privy-io/node";

/** What Privy's library is opened with. */
export interface PrivySettings {
  readonly appId: string;
  readonly appSecret: string;
  /** The app's verification key: tokens are checked without asking Privy. */
  readonly publicKey: KeyObject;
  readonly apiUrl: string;
  /** `whsec_…`; undefined where no webhooks are taken. */
  readonly webhookSecret?: string | undefined;
}

/** Opens Privy's library at the first use: it takes 26 MB of a process, which others save. */
export function privyClient(settings: PrivySettings): () => Promise<PrivyClient> {
  let opened: Promise<PrivyClient> | null = null;
  return () => {
    opened ??= openClient(settings);
    return opened;
  };
}

async function openClient(settings: PrivySettings): Promise<PrivyClient> {
  const { appId, appSecret, apiUrl, publicKey, webhookSecret } = settings;
  const { PrivyClient } = await import("@privy-io/node");
  return new PrivyClient({
    ...{ appId, appSecret, apiUrl },
    jwtVerificationKey: String(publicKey.export({ format: "pem", type: "spki" })),
    ...(webhookSecret === undefined ? {} : { webhookSigningSecret: webhookSecret }),
    // The caller is told to try again, and its next request asks anew.
    maxRetries: 0,
    logLevel: "off",
    // Next would keep an answer for other requests.
    fetchOptions: { redirect: "error", cache: "no-store" },
  });
}
