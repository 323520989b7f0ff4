import type { Env } from "@/lib/adapters/env/env";
import type { ProviderId } from "@/lib/core/identity/sign-in-providers";

/** A provider that the settings name. */
export interface SignInProvider {
  readonly id: ProviderId;
  /** As people know it. */
  readonly name: string;
  /** With OpenID Connect the `iss` of its tokens. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

type Settings = Pick<
  Env,
  | "IDENTITY_PROVIDER"
  | `${"GOOGLE" | "GITHUB" | "MICROSOFT" | "OIDC"}_CLIENT_${"ID" | "SECRET"}`
  | "MICROSOFT_TENANT"
  | "OIDC_ISSUER"
  | "OIDC_NAME"
>;

/** The providers of the settings; none where people have their accounts elsewhere. */
export function signInProviders(config: Settings): SignInProvider[] {
  if (config.IDENTITY_PROVIDER !== "embedded") return [];
  const tenant = config.MICROSOFT_TENANT;
  const all: (Omit<SignInProvider, "clientId" | "clientSecret" | "issuer"> & {
    issuer: string | undefined;
    keys: [id: string | undefined, secret: string | undefined];
  })[] = [
    {
      ...{ id: "google", name: "Google", issuer: "https://accounts.google.com" },
      keys: [config.GOOGLE_CLIENT_ID, config.GOOGLE_CLIENT_SECRET],
    },
    {
      ...{ id: "github", name: "GitHub", issuer: "https://github.com" },
      keys: [config.GITHUB_CLIENT_ID, config.GITHUB_CLIENT_SECRET],
    },
    {
      ...{ id: "microsoft", name: "Microsoft" },
      issuer: tenant && `https://login.microsoftonline.com/${tenant}/v2.0`,
      keys: [config.MICROSOFT_CLIENT_ID, config.MICROSOFT_CLIENT_SECRET],
    },
    {
      ...{ id: "oidc", name: config.OIDC_NAME, issuer: config.OIDC_ISSUER },
      keys: [config.OIDC_CLIENT_ID, config.OIDC_CLIENT_SECRET],
    },
  ];
  return all.flatMap(({ keys: [clientId, clientSecret], issuer, ...named }) =>
    clientId && clientSecret && issuer ? [{ ...named, issuer, clientId, clientSecret }] : [],
  );
}
