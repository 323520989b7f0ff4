import { expect, test } from "vitest";
import { signInProviders } from "./sign-in-providers";

type Settings = Parameters<typeof signInProviders>[0];

const none: Settings = {
  ...{ GOOGLE_CLIENT_ID: undefined, GOOGLE_CLIENT_SECRET: undefined },
  ...{ GITHUB_CLIENT_ID: undefined, GITHUB_CLIENT_SECRET: undefined },
  ...{ MICROSOFT_CLIENT_ID: undefined, MICROSOFT_CLIENT_SECRET: undefined },
  ...{ OIDC_CLIENT_ID: undefined, OIDC_CLIENT_SECRET: undefined, OIDC_ISSUER: undefined },
  ...{ MICROSOFT_TENANT: undefined, OIDC_NAME: "Acme", IDENTITY_PROVIDER: "embedded" },
};
const all: Settings = {
  ...none,
  ...{ GOOGLE_CLIENT_ID: "g", GOOGLE_CLIENT_SECRET: "gs" },
  ...{ GITHUB_CLIENT_ID: "h", GITHUB_CLIENT_SECRET: "hs" },
  ...{ MICROSOFT_CLIENT_ID: "m", MICROSOFT_CLIENT_SECRET: "ms", MICROSOFT_TENANT: "t-1" },
  ...{ OIDC_CLIENT_ID: "o", OIDC_CLIENT_SECRET: "os", OIDC_ISSUER: "https://issuer.example" },
};

test("each provider has its own issuer, name and keys", () => {
  const found = signInProviders(all);
  expect(
    found.map(({ id, name, issuer, clientId, clientSecret }) =>
      [id, name, issuer, clientId, clientSecret].join(" "),
    ),
  ).toEqual([
    "google Google https://accounts.google.com g gs",
    "github GitHub https://github.com h hs",
    "microsoft Microsoft https://login.microsoftonline.com/t-1/v2.0 m ms",
    "oidc Acme https://issuer.example o os",
  ]);
});

test("one that lacks a part is none, and none are offered where accounts are elsewhere", () => {
  expect(signInProviders(none)).toEqual([]);
  expect(signInProviders({ ...all, IDENTITY_PROVIDER: "privy" })).toEqual([]);
  const without = (change: Partial<Settings>) =>
    signInProviders({ ...all, ...change }).map(({ id }) => id);
  expect(without({ GOOGLE_CLIENT_SECRET: undefined })).not.toContain("google");
  expect(without({ GITHUB_CLIENT_ID: undefined })).not.toContain("github");
  expect(without({ MICROSOFT_TENANT: undefined })).not.toContain("microsoft");
  expect(without({ OIDC_ISSUER: undefined })).not.toContain("oidc");
});
