import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** What an issuer says wrongly, for a test. */
interface Faults {
  readonly nonce?: string;
  readonly iss?: string;
  readonly aud?: string;
  readonly expired?: boolean;
  /** Signed by another key than the issuer has published. */
  readonly forged?: boolean;
}

type Claims = Readonly<Record<string, unknown>>;

/** An OpenID Connect issuer on this machine, which takes whom a test names for signed in. */
export interface OidcStub {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Signs a person in. @returns the query of the callback that the browser is sent back with */
  authorize(address: string, claims: Claims, faults?: Faults): URLSearchParams;
  /** Whom its page signs in at once, for a browser that comes there. */
  person: Claims | null;
  /** How often a code was exchanged. */
  readonly exchanges: () => number;
  stop(): Promise<void>;
}

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

function token(claims: object, key: KeyObject): string {
  const text = `${base64({ alg: "RS256", typ: "JWT", kid: "stub" })}.${base64(claims)}`;
  return `${text}.${sign("sha256", Buffer.from(text), key).toString("base64url")}`;
}

const newKeys = () => generateKeyPairSync("rsa", { modulusLength: 2_048 });

/** What a token says of itself. */
function tokenClaims(own: { iss: string; aud: string; nonce: string | null }, faults: Faults) {
  const now = Math.floor(Date.now() / 1_000);
  const { iss = own.iss, aud = own.aud, nonce = own.nonce } = faults;
  return { iss, aud, nonce, iat: now, exp: faults.expired ? now - 3_600 : now + 300 };
}

const describe = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  userinfo_endpoint: `${issuer}/userinfo`,
  authorization_response_iss_parameter_supported: true,
  response_types_supported: ["code"],
  subject_types_supported: ["public"],
  id_token_signing_alg_values_supported: ["RS256"],
});

/** A server that answers with an object, or sends the browser to an address. */
async function listen(
  answerOf: (
    address: string,
    form: URLSearchParams,
    authorization: string,
  ) => object | string | null,
) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    const answer = answerOf(request.url ?? "/", form, request.headers.authorization ?? "");
    if (typeof answer === "string") {
      response.writeHead(302, { location: answer }).end();
      return;
    }
    response.writeHead(answer ? 200 : 400, { "content-type": "application/json" });
    response.end(JSON.stringify(answer ?? { error: "invalid_grant" }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

export async function startOidcStub(): Promise<OidcStub> {
  const keys = newKeys();
  const others = newKeys();
  const clientId = "stipend-of-tests";
  const clientSecret = randomBytes(16).toString("hex");
  const codes = new Map<string, { idToken: string; challenge: string | null }>();
  let exchanged = 0;

  const answerOf = (pathname: string, form: URLSearchParams, authorization: string) => {
    switch (pathname) {
      case "/.well-known/openid-configuration":
        return describe(issuer);
      case "/jwks": {
        const jwk = keys.publicKey.export({ format: "jwk" });
        return { keys: [{ ...jwk, kid: "stub", alg: "RS256", use: "sig" }] };
      }
      default: {
        const code = codes.get(form.get("code") ?? "");
        codes.delete(form.get("code") ?? "");
        const own = Buffer.from(`${clientId}:${clientSecret}`).toString("base64");
        if (pathname !== "/token" || authorization !== `Basic ${own}`) return null;
        const verifier = form.get("code_verifier") ?? "";
        if (code?.challenge !== createHash("sha256").update(verifier).digest("base64url")) {
          return null;
        }
        exchanged += 1;
        return { access_token: "access", token_type: "Bearer", id_token: code.idToken };
      }
    }
  };
  const { server, issuer } = await listen((address, form, authorization) => {
    const { pathname, searchParams } = new URL(address, issuer);
    if (pathname !== "/authorize" || !stub.person) return answerOf(pathname, form, authorization);
    const isAnew = searchParams.get("prompt") === "login";
    const at = isAnew ? { auth_time: Math.floor(Date.now() / 1_000) } : {};
    const given = stub.authorize(`${issuer}${address}`, { ...at, ...stub.person });
    return `${searchParams.get("redirect_uri")}?${given}`;
  });
  const stub: OidcStub = {
    ...{ issuer, clientId, clientSecret, person: null },
    exchanges: () => exchanged,
    authorize(address, claims, faults = {}) {
      const asked = new URL(address).searchParams;
      const said = tokenClaims({ iss: issuer, aud: clientId, nonce: asked.get("nonce") }, faults);
      const key = faults.forged ? others.privateKey : keys.privateKey;
      const code = randomBytes(16).toString("hex");
      codes.set(code, {
        idToken: token({ ...said, ...claims }, key),
        challenge: asked.get("code_challenge"),
      });
      return new URLSearchParams({ code, state: asked.get("state") ?? "", iss: issuer });
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return stub;
}
