import { isIP } from "node:net";
import type {
  AuthenticationResponseJSON,
  RegistrationResponseJSON,
  VerifiedAuthenticationResponse,
  VerifiedRegistrationResponse,
} from "@simplewebauthn/server";
import type { Env } from "@/lib/adapters/env/env";

/** The site that passkeys are made for. */
export interface RelyingParty {
  /** Its host. */
  readonly id: string;
  readonly origin: string;
}

/** This installation's site; null where browsers know no passkeys: over plain http, and at an IP address. */
export function relyingParty({ APP_URL }: Pick<Env, "APP_URL">): RelyingParty | null {
  const { hostname: id, origin, protocol } = new URL(APP_URL);
  const isLocal = id === "localhost" || id.endsWith(".localhost");
  const isAddress = isIP(id) !== 0 || id.startsWith("[");
  return (protocol === "https:" || isLocal) && !isAddress ? { id, origin } : null;
}

/** What a browser sends of a passkey; texts are base64url. */
export type MadePasskey = Pick<RegistrationResponseJSON, "id"> & {
  readonly response: Pick<
    RegistrationResponseJSON["response"],
    "clientDataJSON" | "attestationObject" | "transports"
  >;
};
export type UsedPasskey = Pick<AuthenticationResponseJSON, "id"> & {
  readonly response: AuthenticationResponseJSON["response"];
};

/** What is stored of a passkey. */
export interface PasskeyKey {
  readonly credentialId: Buffer;
  /** A COSE key (RFC 9052). */
  readonly publicKey: Buffer;
  readonly counter: bigint;
}

/** What is asked of the challenge that was signed. */
type ChallengeCheck = (challenge: string) => boolean;

const whole = <T extends { readonly id: string }>(sent: T) => ({
  ...{ ...sent, rawId: sent.id, type: "public-key" as const, clientExtensionResults: {} },
});

/**
 * Checks a passkey that a browser has made: its site, that its user was verified, and the challenge.
 * @returns null when something of it is wrong
 */
export async function checkMadePasskey(
  { id, origin }: RelyingParty,
  made: MadePasskey,
  isOwnChallenge: ChallengeCheck,
): Promise<(PasskeyKey & { readonly synced: boolean }) | null> {
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  const checked = await quietly<VerifiedRegistrationResponse>(() =>
    verifyRegistrationResponse({
      response: whole(made),
      expectedChallenge: isOwnChallenge,
      ...{ expectedOrigin: origin, expectedRPID: id, requireUserVerification: true },
    }),
  );
  if (!checked?.verified) return null;
  const { credential, credentialDeviceType } = checked.registrationInfo;
  return {
    credentialId: Buffer.from(credential.id, "base64url"),
    publicKey: Buffer.from(credential.publicKey),
    counter: BigInt(credential.counter),
    synced: credentialDeviceType === "multiDevice",
  };
}

/** What an answer of a passkey shows. */
export interface CheckedUse {
  /** Signatures so far, as the authenticator counts them. */
  readonly counter: bigint;
  /** It has not counted on since the last answer: the key is in two places. */
  readonly isCopy: boolean;
}

/**
 * Checks an answer of a passkey: its signature and site, that its user was verified, and the challenge.
 * @returns null when something of it is wrong
 */
export async function checkUsedPasskey(
  { id, origin }: RelyingParty,
  { used, key }: { used: UsedPasskey; key: PasskeyKey },
  isOwnChallenge: ChallengeCheck,
): Promise<CheckedUse | null> {
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  const checked = await quietly<VerifiedAuthenticationResponse>(() =>
    verifyAuthenticationResponse({
      response: whole(used),
      expectedChallenge: isOwnChallenge,
      ...{ expectedOrigin: origin, expectedRPID: id, requireUserVerification: true },
      credential: {
        id: key.credentialId.toString("base64url"),
        publicKey: new Uint8Array(key.publicKey),
        // The package throws for a count that is too low as it does for a wrong signature; it is compared below.
        counter: 0,
      },
    }),
  );
  if (!checked?.verified) return null;
  const counter = BigInt(checked.authenticationInfo.newCounter);
  const isCounted = counter > 0n || key.counter > 0n;
  return { counter, isCopy: isCounted && counter <= key.counter };
}

/** The package throws for what is wrong, with messages for developers. */
async function quietly<T>(check: () => Promise<T>): Promise<T | null> {
  try {
    return await check();
  } catch {
    return null;
  }
}
