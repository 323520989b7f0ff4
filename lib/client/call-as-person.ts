import type { Endpoint, ReceivedOutput, SentInput } from "@/lib/contract/endpoint";
import type { askToStepUpAtPrivy, stepUpAtPrivy } from "@/lib/contract/identity/privy-step-up";
import type { syncMerchant } from "@/lib/contract/merchants/merchants";
import type { Mode } from "@/lib/core/modes";
import { StipendConnectionError, StipendError } from "@/sdk/src/errors";
import type { CallOptions, Transport } from "@/sdk/src/send-request";
import { accessToken, forgetAccessToken } from "./access-token";
import { call, ownApi, type Route } from "./call";
import { fetchOwn } from "./fetch-own";
import { isSessionEnd, sessionEnd } from "./session-end";
import { withStepUp } from "./with-step-up";

/** The merchant and mode that a user calls for. */
export interface Acting {
  readonly mode: Mode;
  /** Null: the default merchant of the signed-in user. */
  readonly merchantId: string | null;
}

/** For so long a write that is sent again is taken for the one whose answer was lost; after it, for another one. */
const SAME_MS = 300_000;

/** Keys of writes whose answers were lost, by their calls: each may have been executed. Of this page's memory alone. */
const openKeys = new Map<string, { readonly key: string; readonly lostAt: number }>();

function openKey(name: string | null): string | undefined {
  const open = openKeys.get(name ?? "");
  return open && Date.now() - open.lostAt < SAME_MS ? open.key : undefined;
}

/**
 * Calls an endpoint as the signed-in user. Pass a file for an upload as `file`. A write that repeats one whose answer
 * was lost within five minutes is executed once, unless another write was answered in between.
 * @throws StipendError what the API answered
 * @throws StipendConnectionError when there is no answer of the API
 */
export async function callAsPerson<E extends Endpoint>(
  acting: Acting,
  route: Route<E>,
  input: SentInput<E>,
  { file, ...options }: CallOptions & { readonly file?: Blob } = {},
): Promise<ReceivedOutput<E>> {
  // Files are not told apart by the input.
  const isKept = route.method !== "GET" && !file && options.idempotencyKey === undefined;
  const name = isKept ? JSON.stringify([acting, route, input]) : null;
  // The same for every attempt, so that a write is executed once.
  const idempotencyKey = options.idempotencyKey ?? openKey(name) ?? crypto.randomUUID();
  const answer = asPerson(acting, (transport) =>
    call<E>(file ? carrying(file, transport) : transport, route, input, {
      ...options,
      idempotencyKey,
    }),
  );
  return name === null ? answer : keepingKey(answer, name, idempotencyKey);
}

/** Waits for a write's answer, and keeps its key where the answer is lost. */
async function keepingKey<T>(answer: Promise<T>, name: string, key: string): Promise<T> {
  try {
    const answered = await answer;
    // What a lost write did may be undone by this one, so that an equal call is meant anew.
    openKeys.clear();
    return answered;
  } catch (error) {
    if (isLost(error)) openKeys.set(name, { key, lostAt: Date.now() });
    else if (isRefused(error)) openKeys.delete(name);
    throw error;
  }
}

/** Whether the write may have been executed, or is still being executed. */
const isLost = (error: unknown): boolean =>
  error instanceof StipendConnectionError ||
  (error instanceof StipendError && (error.status >= 500 || error.reason === "in_flight"));

/** Whether the write itself was refused: these two codes say nothing of an earlier attempt with the same key. */
const isRefused = (error: unknown): boolean =>
  error instanceof StipendError &&
  error.code !== "rate_limited" &&
  error.code !== "authentication_error";

/**
 * Does something with the API as the person who is signed in here. A person unknown to the API is made known to it, a
 * token that it does not take is replaced, and where it requires a recent authentication the person is asked to
 * confirm: each once, and the same call is made again.
 * @throws StepUpDeclined when the person did not confirm
 */
export function asPerson<T>(
  acting: Acting,
  attempt: (transport: Transport) => Promise<T>,
): Promise<T> {
  return withStepUp(() => asKnownPerson(acting, attempt));
}

async function asKnownPerson<T>(
  acting: Acting,
  attempt: (transport: Transport) => Promise<T>,
): Promise<T> {
  const mended = new Set<string>();
  for (;;) {
    try {
      return await attempt(personTransport(acting, await accessToken()));
    } catch (error) {
      if (!(error instanceof StipendError)) throw error;
      if (isSessionEnd(error.reason)) sessionEnd.dispatch("over");
      if (mended.has(error.code)) throw error;
      mended.add(error.code);
      if (error.code === "merchant_not_synced") await syncPerson();
      else if (error.code === "authentication_error" && !isSessionEnd(error.reason)) {
        forgetAccessToken();
      } else throw error;
    }
  }
}

/** Registers the signed-in user with the API, with a merchant of their own. Repeating it changes nothing. */
export async function syncPerson(): Promise<ReceivedOutput<typeof syncMerchant>> {
  const route = { method: "POST", path: "/v1/auth/sync", isPublic: true } as const;
  return call<typeof syncMerchant>(ownApi(), route, { accessToken: await accessToken() });
}

/** Has a code mailed by which the signed-in person authenticates anew. @returns names the code */
export async function askForCodeAtPrivy(): Promise<string> {
  const route = { method: "POST", path: "/v1/auth/privy/step-up/code", isPublic: true } as const;
  const input = { accessToken: await accessToken() };
  return (await call<typeof askToStepUpAtPrivy>(ownApi(), route, input)).flow;
}

/** Authenticates the signed-in person anew by a mailed code. */
export async function proveAtPrivy(code: string, flow = ""): Promise<void> {
  const route = { method: "POST", path: "/v1/auth/privy/step-up", isPublic: true } as const;
  const input = { accessToken: await accessToken(), code, flow };
  await call<typeof stepUpAtPrivy>(ownApi(), route, input);
}

/** The API transport for a user's access token. */
export function personTransport({ mode, merchantId }: Acting, token: string): Transport {
  const chosen: Record<string, string> = {
    "stipend-mode": mode,
    ...(merchantId === null ? {} : { "stipend-merchant": merchantId }),
  };
  return {
    ...ownApi(token),
    fetch: (address, init) => {
      const headers = new Headers(init?.headers);
      for (const [name, value] of Object.entries(chosen)) headers.set(name, value);
      return fetchOwn(address, { ...init, headers });
    },
  };
}

/** The same, with a file as the body. */
const carrying = (file: Blob, transport: Transport): Transport => ({
  ...transport,
  fetch: (address, init) => {
    const headers = new Headers(init?.headers);
    headers.set("content-type", file.type || "application/octet-stream");
    return transport.fetch(address, { ...init, headers, body: file });
  },
});
