import type { Endpoint } from "@/lib/contract/endpoint";
import * as signingIn from "./identity";
import * as account from "./identity-account";
import * as passkeys from "./identity-passkeys";
import * as providers from "./identity-providers";

/** Every endpoint of our own identity provider by its name, e.g. `signIn`; what they have in common is tested by it. */
export const identityRegistry: ReadonlyMap<string, Endpoint> = new Map<string, Endpoint>(
  [signingIn, account, passkeys, providers].flatMap((module) => Object.entries(module)),
);
