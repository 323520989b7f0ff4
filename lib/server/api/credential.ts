import { Refusal } from "@/lib/core/errors";
import type { AdminRole } from "@/lib/core/identity/admin-roles";
import type { Scope } from "@/lib/core/identity/scopes";
import type { Mode } from "@/lib/core/modes";
import type { ApiReason } from "@/lib/core/refusal-reasons";

/** What every kind of API key has. */
interface AnyKey {
  readonly keyId: string;
  readonly mode: Mode;
  readonly scopes: readonly Scope[];
  /** The version that the key was made under. */
  readonly apiVersion: string;
}

/** A merchant's API key. */
export interface KeyCredential extends AnyKey {
  readonly kind: "key";
  readonly keyKind: "secret" | "publishable";
  readonly merchantId: string;
  /** Of a publishable key: from which pages it is taken; null means from any. */
  readonly allowedOrigins: readonly string[] | null;
}

/** The key of the hosted pages. */
export interface PlatformCredential extends AnyKey {
  readonly kind: "platform";
}

/** What the access token of a person tells. */
interface SignedIn {
  readonly sessionId: string;
  /** When the person last authenticated; null where it is not told. */
  readonly authenticatedAt: Date | null;
  readonly stepUpMethods: readonly string[];
}

/** A person of a merchant, in the mode that the request names. */
export interface SessionCredential extends SignedIn {
  readonly kind: "session";
  readonly userId: string;
  readonly merchantId: string;
  readonly mode: Mode;
  /** The merchant's account is closed for good. */
  readonly isClosed: boolean;
  /** Until when nothing may be done that takes a step-up; null where it may. */
  readonly heldUntil: Date | null;
}

/** A person who runs the platform. */
export interface AdminCredential extends SignedIn {
  readonly kind: "admin";
  readonly adminId: string;
  readonly role: AdminRole;
}

/** An unidentified caller of a public endpoint. */
export interface PublicCredential {
  readonly kind: "public";
  readonly ip: string;
}

/** With what a request was sent, after it was found to be good. */
export type Credential =
  | KeyCredential
  | PlatformCredential
  | SessionCredential
  | AdminCredential
  | PublicCredential;

/** Refuses what is no good credential: 401. */
export function refused(reason: ApiReason, message: string): Refusal {
  return new Refusal("authentication_error", message, { details: { reason } });
}
