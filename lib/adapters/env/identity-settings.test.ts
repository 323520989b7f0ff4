import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import { z } from "zod";
import { checkProviders, identitySettings, privyApp, privyKeys } from "./identity-settings";

const schema = z.object(identitySettings);
const parse = (env: Record<string, string>) => schema.parse(env);
const refuses = (env: Record<string, string>) =>
  schema.safeParse(env).error?.issues.map(({ path }) => path.join()) ?? [];

const verificationKey = generateKeyPairSync("ec", { namedCurve: "P-256" })
  .publicKey.export({ type: "spki", format: "pem" })
  .toString();
const privy = {
  IDENTITY_PROVIDER: "privy",
  PRIVY_APP_ID: "app_12345",
  PRIVY_APP_SECRET: "0123456789abcdef",
  PRIVY_VERIFICATION_KEY: verificationKey,
};
const google = { GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "secret" };

test("accounts are our own, and open, where nothing is said", () => {
  const settings = parse({});
  expect(settings).toMatchObject({ SIGN_UP: "open", IDENTITY_PROVIDER: "embedded" });
  expect([privyApp(settings), privyKeys(settings)]).toEqual([null, null]);
  expect(() => checkProviders(settings)).not.toThrow();
});

test.each([
  ["OIDC_ISSUER", "http://issuer.example"],
  ["OIDC_ISSUER", "http://127.0.0.1.example"],
  ["PRIVY_API_URL", "http://api.privy.io"],
  ["PRIVY_AUTH_URL", "http://auth.privy.io"],
  ["MICROSOFT_TENANT", "common"],
  ["PRIVY_APP_ID", "a/b/c/d"],
  ["PRIVY_APP_SECRET", "short"],
  ["PRIVY_VERIFICATION_KEY", "no key"],
  ["PRIVY_WEBHOOK_SECRET", "0123456789abcdef"],
  ["GOOGLE_CLIENT_ID", ""],
])("%s is not %j", (name, value) => {
  expect(refuses({ [name]: value })).toEqual([name]);
});

test("issuers are asked over TLS, or on this machine, and lose a slash at the end", () => {
  expect(parse({ OIDC_ISSUER: "https://issuer.example/" }).OIDC_ISSUER).toBe(
    "https://issuer.example",
  );
  expect(parse({ OIDC_ISSUER: "http://127.0.0.1:9" }).OIDC_ISSUER).toBe("http://127.0.0.1:9");
});

test("Privy's parts are needed where it is chosen, and unused where it is not", () => {
  expect(privyKeys(parse(privy))).toEqual({
    appId: "app_12345",
    appSecret: "0123456789abcdef",
    verificationKey,
  });
  expect(privyApp(parse(privy))).toEqual({
    appId: "app_12345",
    authUrl: "https://auth.privy.io",
  });
  const { IDENTITY_PROVIDER: _, ...unused } = privy;
  expect([privyApp(parse(unused)), privyKeys(parse(unused))]).toEqual([null, null]);
  for (const name of ["PRIVY_APP_ID", "PRIVY_APP_SECRET", "PRIVY_VERIFICATION_KEY"] as const) {
    const { [name]: _left, ...rest } = privy;
    expect(() => privyKeys(parse(rest))).toThrow(`needs ${name}`);
  }
});

test.each([
  [google, "GOOGLE_CLIENT_SECRET"],
  [{ GITHUB_CLIENT_ID: "id", GITHUB_CLIENT_SECRET: "s" }, "GITHUB_CLIENT_ID"],
  [
    {
      MICROSOFT_CLIENT_ID: "id",
      MICROSOFT_CLIENT_SECRET: "s",
      MICROSOFT_TENANT: "72f988bf-86f1-41af-91ab-2d7cd011db47",
    },
    "MICROSOFT_TENANT",
  ],
  [
    { OIDC_ISSUER: "https://i.example", OIDC_CLIENT_ID: "id", OIDC_CLIENT_SECRET: "s" },
    "OIDC_ISSUER",
  ],
])("a provider's settings are set together: %j", (parts, left) => {
  expect(() => checkProviders(parse(parts))).not.toThrow();
  const rest = Object.fromEntries(Object.entries(parts).filter(([name]) => name !== left));
  expect(() => checkProviders(parse(rest))).toThrow(`set together: ${left}`);
});

test("providers are for accounts of our own alone", () => {
  expect(() => checkProviders(parse({ ...google, ...privy }))).toThrow("unset it");
});
