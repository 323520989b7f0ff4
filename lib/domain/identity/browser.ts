import type { Context, PublicActor } from "@/lib/domain/platform/context";

/** A browser that asks something of the identity provider. */
export interface Browser {
  /** The token of its session, from a cookie that no script reads. */
  readonly token: string | null;
  readonly userAgent: string | null;
  /** The network that it is in, cut to what names no household. */
  readonly addressPrefix: string | null;
  /** What its cookie shows of an earlier sign-in; see `knownDevice`. */
  readonly device: string | null;
  /** Its networks, the narrowest first: what tries of strangers are counted by. */
  readonly networks: readonly string[];
}

/** What a browser gets. */
export interface BrowserAnswer<Answer> {
  readonly answer: Answer;
  /** The token that its cookie is to hold from now on; null: none any more. */
  readonly session?: string | null;
}

/** A rule of the identity provider, as its endpoints call it. */
export type IdentityVerb<Input, Answer> = (
  ctx: Context<PublicActor>,
  input: Input,
  browser: Browser,
) => Promise<BrowserAnswer<Answer>>;
