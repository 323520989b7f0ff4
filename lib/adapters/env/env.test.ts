import { generateKeyPairSync } from "node:crypto";
import { expect, it } from "vitest";
import { newKeyText } from "@/lib/domain/identity/api-keys/mint-key";
import { createTestIssuer } from "@/testing/test-issuer";
import { readEnv } from "./env";

const key = Buffer.alloc(32).toString("base64");
const complete = {
  APP_URL: "http://localhost:3000",
  DATABASE_URL: "postgres://localhost/stipend",
  STIPEND_SECRET_KEY: key,
  API_KEY_PEPPER: key,
  TEST_DEPLOYMENT: "test.json",
  INNGEST_SIGNING_KEY: "signkey-test-1",
  INNGEST_EVENT_KEY: "event-key",
};

it("takes a demo key on the local chain alone", () => {
  const DEMO_API_KEY = newKeyText("secret", "test");
  expect(readEnv({ ...complete, DEMO_API_KEY }).DEMO_API_KEY).toBe(DEMO_API_KEY);
  expect(() => readEnv({ ...complete, DEMO_API_KEY, TEST_CHAIN: "base-sepolia" })).toThrow(
    "DEMO_API_KEY is for the local chain",
  );
  expect(() => readEnv({ ...complete, DEMO_API_KEY, LIVE_CHAIN: "local,base" })).toThrow(
    "DEMO_API_KEY is for the local chain",
  );
});

it("takes a test issuer on the local chain alone, with a key that can be one", () => {
  const { publicKey } = createTestIssuer();
  const read = (more: Record<string, string | undefined>) => readEnv({ ...complete, ...more });
  const IDENTITY_TEST_ISSUER_KEY = publicKey;
  expect(read({ IDENTITY_TEST_ISSUER_KEY }).IDENTITY_TEST_ISSUER_KEY).toBe(publicKey);
  for (const chains of [{ TEST_CHAIN: "base-sepolia" }, { LIVE_CHAIN: "local,base" }]) {
    expect(() => read({ IDENTITY_TEST_ISSUER_KEY, ...chains })).toThrow(
      "IDENTITY_TEST_ISSUER_KEY is for the local chain",
    );
  }
  const { publicKey: other } = generateKeyPairSync("ec", { namedCurve: "secp256k1" });
  const foreign = other.export({ format: "der", type: "spki" }).toString("base64");
  for (const malformed of [foreign, "text", publicKey.slice(8)]) {
    expect(() => read({ IDENTITY_TEST_ISSUER_KEY: malformed })).toThrow("P-256");
  }
});

it("takes Turnstile with both keys, and its secrets for tests on the local chain alone", () => {
  const read = (more: Record<string, string | undefined>) => readEnv({ ...complete, ...more });
  const TURNSTILE_SITE_KEY = "1x00000000000000000000AA";
  const TURNSTILE_SECRET_KEY = "1x0000000000000000000000000000000AA";
  const keys = { TURNSTILE_SITE_KEY, TURNSTILE_SECRET_KEY };
  expect(read(keys)).toMatchObject(keys);
  for (const chains of [{ TEST_CHAIN: "base-sepolia" }, { LIVE_CHAIN: "local,base" }]) {
    for (const digit of ["1", "2", "3"]) {
      const TURNSTILE_SECRET_KEY = `${digit}x0000000000000000000000000000000AA`;
      expect(() => read({ ...keys, TURNSTILE_SECRET_KEY, ...chains })).toThrow("one for tests");
    }
  }
  expect(() => read({ TURNSTILE_SITE_KEY })).toThrow("both");
  expect(() => read({ TURNSTILE_SECRET_KEY })).toThrow("both");
  expect(() => read({ ...keys, TURNSTILE_SECRET_KEY: "a secret" })).toThrow("TURNSTILE_SECRET_KEY");
});

it("must be told which tiers merchants choose by themselves, where their payments are worth something", () => {
  const read = (more: Record<string, string>) => readEnv({ ...complete, ...more });
  const all = ["free", "growth", "business", "enterprise"];
  expect(read({ TEST_CHAIN: "base-sepolia" }).SELF_SERVICE_TIERS).toEqual(all);
  const unsets: Record<string, string>[] = [{}, { SELF_SERVICE_TIERS: "" }];
  for (const LIVE_CHAIN of ["base", "local,base"]) {
    for (const unset of unsets) {
      expect(() => read({ LIVE_CHAIN, ...unset })).toThrow("SELF_SERVICE_TIERS is not set");
    }
    const SELF_SERVICE_TIERS = "free, growth";
    expect(read({ LIVE_CHAIN, SELF_SERVICE_TIERS }).SELF_SERVICE_TIERS).toEqual(all.slice(0, 2));
  }
});

it("takes fees or none, and needs no tiers without fees", () => {
  const read = (more: Record<string, string>) => readEnv({ ...complete, ...more });
  expect(read({}).PLATFORM_FEES).toBe("on");
  expect(read({ PLATFORM_FEES: "off", LIVE_CHAIN: "base" }).PLATFORM_FEES).toBe("off");
  expect(() => read({ PLATFORM_FEES: "none" })).toThrow("PLATFORM_FEES");
  expect(() => read({ PLATFORM_FEES: "off", SELF_SERVICE_TIERS: "free" })).toThrow(
    "SELF_SERVICE_TIERS is for installations that take fees",
  );
});

it("takes a demo key on this machine alone", () => {
  const DEMO_API_KEY = newKeyText("secret", "test");
  for (const APP_URL of ["https://pay.example.com", "http://localhost.example.com"]) {
    expect(() => readEnv({ ...complete, APP_URL, DEMO_API_KEY })).toThrow(
      "DEMO_API_KEY is for this machine alone",
    );
  }
});

it("reads the demo's webhooks from this machine alone", () => {
  const DEMO_INBOX_URL = "http://127.0.0.1:3010/inbox";
  expect(readEnv({ ...complete, DEMO_INBOX_URL }).DEMO_INBOX_URL).toBe(DEMO_INBOX_URL);
  const foreign = "http://127.0.0.1.example.com/inbox";
  expect(() => readEnv({ ...complete, DEMO_INBOX_URL: foreign })).toThrow("DEMO_INBOX_URL");
});

it("takes no demo key of live mode", () => {
  const DEMO_API_KEY = newKeyText("secret", "live");
  expect(() => readEnv({ ...complete, DEMO_API_KEY })).toThrow("DEMO_API_KEY");
});

it("takes several previous secrets, comma-separated, and refuses one that is malformed by its place", () => {
  const others = [1, 2].map((byte) => Buffer.alloc(32, byte).toString("base64"));
  const read = (API_KEY_PEPPER_PREVIOUS: string) =>
    readEnv({ ...complete, API_KEY_PEPPER_PREVIOUS }).API_KEY_PEPPER_PREVIOUS;
  expect(read(others.join(", "))).toEqual(others);
  expect(read("")).toBeUndefined();
  expect(() => read(`${key},short`)).toThrow("API_KEY_PEPPER_PREVIOUS.1: 32 random bytes");
});

it("names what is not set and what is malformed, and no value", () => {
  const { STIPEND_SECRET_KEY: _, ...rest } = complete;
  const rpc = { TEST_RPC_URLS: "https://rpc.example.com,secret-url" };
  const read = () =>
    readEnv({ ...rest, API_KEY_PEPPER: "short-secret", INNGEST_EVENT_KEY: "", ...rpc });
  expect(read).toThrow("  STIPEND_SECRET_KEY: is not set");
  expect(read).toThrow("  INNGEST_EVENT_KEY: is not set");
  expect(read).toThrow("  API_KEY_PEPPER: 32 random bytes in base64");
  expect(read).toThrow("  TEST_RPC_URLS.1: Invalid URL");
  expect(() => readEnv({ ...complete, LIVE_RPC_URLS_10: "secret-url" })).toThrow(
    "  LIVE_RPC_URLS_10.0: Invalid URL",
  );
  expect(read).not.toThrow(/short-secret|secret-url/);
});

it("takes no operator's key that relays payments, too", () => {
  const [one, other] = [`0x${"a1".repeat(32)}`, `0x${"b2".repeat(32)}`];
  const relayers = { RELAYER_PRIVATE_KEYS: `${one},${other}` };
  expect(() =>
    readEnv({
      ...complete,
      ...relayers,
      OPERATOR_PRIVATE_KEY: other.toUpperCase().replace("0X", "0x"),
    }),
  ).toThrow("OPERATOR_PRIVATE_KEY");
  const apart = { ...relayers, OPERATOR_PRIVATE_KEY: `0x${"c3".repeat(32)}` };
  expect(readEnv({ ...complete, ...apart }).OPERATOR_PRIVATE_KEY).toHaveLength(1);
});

it("takes a mail server and a sender together, and only ones that can be used", () => {
  const SMTP_URL = "smtps://user:secret-password@mail.example.com";
  const EMAIL_FROM = "Aurora Coffee <billing@aurora.example>";
  expect(readEnv({ ...complete, SMTP_URL, EMAIL_FROM })).toMatchObject({ SMTP_URL, EMAIL_FROM });
  expect(readEnv(complete).SMTP_URL).toBeUndefined();
  expect(() => readEnv({ ...complete, SMTP_URL })).toThrow("EMAIL_FROM is not");
  expect(() => readEnv({ ...complete, EMAIL_FROM })).toThrow("SMTP_URL is not");
  for (const wrong of ["https://mail.example.com", "mail.example.com:587", "smtp://"]) {
    expect(() => readEnv({ ...complete, EMAIL_FROM, SMTP_URL: wrong })).toThrow("SMTP_URL");
  }
  const lines = "a@x.example\r\nBcc: eve@x.example";
  for (const wrong of ["Aurora Coffee", "a@x.example, b@x.example", lines, "<a@x.example>"]) {
    expect(() => readEnv({ ...complete, SMTP_URL, EMAIL_FROM: wrong })).toThrow("EMAIL_FROM");
  }
  expect(() => readEnv({ ...complete, SMTP_URL })).not.toThrow("secret-password");
});

it("names a database's or mail server's URL whose user or password cannot be read, and takes all that the driver reads", () => {
  const EMAIL_FROM = "billing@aurora.example";
  const read = (more: Record<string, string>) => () => readEnv({ ...complete, ...more });
  for (const DATABASE_URL of [
    "postgres://stipend:pa/ss@db.example.com/stipend",
    "postgres://stipend:pa%ss@db.example.com/stipend",
    "postgres",
  ]) {
    expect(read({ DATABASE_URL })).toThrow("  DATABASE_URL: ");
    expect(read({ DATABASE_URL })).not.toThrow(/pa.ss/);
  }
  for (const DATABASE_URL of [
    "postgresql://stipend:p%25ss@one.example.com:5432,two.example.com:5433/stipend?sslmode=require",
    "postgres://%2Fvar%2Frun%2Fpostgresql/stipend",
    "postgres:///stipend",
  ]) {
    expect(read({ DATABASE_URL })().DATABASE_URL).toBe(DATABASE_URL);
  }
  const server = "@mail.example.com";
  for (const SMTP_URL of [
    `smtp://user:pa%ss${server}`,
    `smtp://us%er:secret${server}`,
    "a server",
  ]) {
    expect(read({ SMTP_URL, EMAIL_FROM })).toThrow("  SMTP_URL: ");
    expect(read({ SMTP_URL, EMAIL_FROM })).not.toThrow(/pa.ss/);
  }
  const SMTP_URL = `smtp://us%40er:pa%25ss${server}`;
  expect(read({ SMTP_URL, EMAIL_FROM })().SMTP_URL).toBe(SMTP_URL);
});
