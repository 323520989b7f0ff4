/** A user as Privy's REST interface answers it. */
export interface PrivyUser {
  id: string;
  created_at: number;
  has_accepted_terms: boolean;
  is_guest: boolean;
  linked_accounts: Record<string, unknown>[];
  mfa_methods: { type: string; verified_at: number }[];
}

/** What of Privy the browser's interface works with. */
export interface Accounts {
  readonly appId: string;
  readonly users: Map<string, PrivyUser>;
  addUser(subject: string, email: string | null): PrivyUser;
  tokenOf(subject: string, claims?: Record<string, unknown>): string;
}

export interface Answer {
  readonly status: number;
  /** A text, or what is sent as JSON. */
  readonly body: unknown;
  readonly type?: string;
  readonly location?: string;
}

export interface Request {
  /** With its query. */
  readonly path: string;
  readonly body: unknown;
  readonly authorization: string;
  readonly origin: string;
}

/** The body of a request, as far as it holds texts. */
export type Given = Record<string, string>;

/** Privy's interface for its browser library, as that library calls it. */
export interface PrivyBrowserApi {
  /** The codes that were mailed, by address. */
  readonly codes: Map<string, string>;
  readonly person: { email: string | null; sub: string; isDenied: boolean };
  readonly secrets: Map<string, string>;
  /** @returns null for what is no path of it */
  answer(request: Request): Promise<Answer | null>;
}

export const ok = (body: unknown): Answer => ({ status: 200, body });
export const refusal = (status: number, code: string): Answer => ({
  status,
  body: { error: code, code },
});

/** Sessions of browsers: a refresh token each. */
export interface Sessions {
  begin(subject: string): Answer;
  renew(token: string): Answer;
  end(token: string): Answer;
  /** Whose an access token is, by `Bearer …` or by itself; null without one. */
  subjectOf(authorization: string): string | null;
}
