import { generateKeyPairSync, sign } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Who reports leaked keys in GitHub's place, with a key of its own. */
export interface LeakReporter {
  /** Where its public key is. */
  readonly url: string;
  readonly privateKey: string;
  stop(): Promise<void>;
}

const KEY_ID = "test-key";

/** Serves the public key as GitHub does. */
export async function startLeakReporter(): Promise<LeakReporter> {
  const { publicKey, privateKey } = generateKeyPairSync("ec", {
    namedCurve: "prime256v1",
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  const keys = [{ key_identifier: KEY_ID, key: publicKey, is_current: true }];
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "application/json", etag: '"1"' });
    response.end(JSON.stringify({ public_keys: keys }));
  }).listen(0, "127.0.0.1");
  await new Promise((ready) => server.once("listening", ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`,
    privateKey,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** Reports a key that was found in public. @returns the answer's status */
export async function reportLeak(
  { baseUrl, leakKey }: { baseUrl: string; leakKey: string },
  found: { token: string; url: string },
): Promise<number> {
  const body = JSON.stringify([{ type: "stipend_secret_key", source: "content", ...found }]);
  const answer = await fetch(`${baseUrl}/v1/secret-scanning/github`, {
    method: "POST",
    body,
    headers: {
      "content-type": "application/json",
      "github-public-key-identifier": KEY_ID,
      "github-public-key-signature": sign("sha256", Buffer.from(body), leakKey).toString("base64"),
    },
  });
  return answer.status;
}
