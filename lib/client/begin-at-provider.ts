import { fetchOwn } from "./fetch-own";

/** What a sign-in at another provider begins with. */
export interface Beginning {
  readonly provider: string;
  /** The path to come back to. */
  readonly callbackUrl: string;
  /** What the provider is asked besides, such as `prompt` of OpenID Connect. */
  readonly asked?: Readonly<Record<string, string>>;
}

/**
 * Begins a sign-in at another provider, as next-auth's form does, with its token against forged forms.
 * @returns the provider's address; null when the server wants a bot challenge first
 * @throws Error when the server answers otherwise
 */
export async function beginAtProvider(beginning: Beginning): Promise<string | null> {
  const { provider, callbackUrl, asked = {} } = beginning;
  const { csrfToken } = (await (await fetchOwn("/api/auth/csrf")).json()) as { csrfToken: string };
  const query = new URLSearchParams(asked).toString();
  const path = `/api/auth/signin/${provider}`;
  const reply = await fetchOwn(query ? `${path}?${query}` : path, {
    method: "POST",
    // Without it the answer is a redirect, which `form-action` of the page's policy refuses.
    body: new URLSearchParams({ csrfToken, callbackUrl, json: "true" }),
  });
  const answer = (await reply.json()) as {
    url?: string;
    error?: { details?: { reason?: string } };
  };
  if (answer.url !== undefined) return answer.url;
  if (answer.error?.details?.reason === "challenge_required") return null;
  throw new Error("the sign-in could not begin");
}
