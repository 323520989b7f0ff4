import { whyOf } from "@/cli/src/why-of";
import { signWebhook } from "@/lib/core/webhooks/sign-webhook";
import { UsageError } from "@/scripts/run/run-with-options";
import type { ListedEvent } from "@/sdk/src/types.generated";

/** Where and how events are forwarded. */
export interface Forwarding {
  readonly target: URL;
  readonly secret: string;
  /** Aborted when the listener is to end. */
  readonly signal: AbortSignal;
  print(line: string): void;
  /** Waits between two attempts. */
  wait(ms: number): Promise<void>;
}

/** As long as a webhook's receiver has in all. */
const ANSWER_MS = 15_000;
/** An answer that is neither 2xx nor final is asked for so often. */
const MAX_REFUSALS = 5;
/** Of an answer's body, so much is read, and its beginning is printed. */
const MAX_BODY_BYTES = 2_048;
const MAX_PRINTED = 160;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** What does not answer at all is waited for. */
const MAX_UNREACHABLE_MS = 3_600_000;

type Attempt =
  | { readonly kind: "answered"; readonly status: number; readonly said: string }
  | { readonly kind: "late" }
  | { readonly kind: "unreachable"; readonly why: string };

/** The target has not been reachable for an hour: the event was not forwarded. */
export class TargetUnreachableError extends Error {
  override readonly name = "TargetUnreachableError";
}

/**
 * Sends an event as a webhook (Standard Webhooks), until it is accepted. An event that the target refuses for
 * good (4xx) is passed over at once, and one that it answers otherwise after five attempts; a target that
 * cannot be reached is waited for. Each line says the status and how the answer's body begins.
 * @returns whether it was accepted; false when it was passed over
 * @throws TargetUnreachableError
 * @throws the signal's reason
 */
export async function forwardEvent(forwarding: Forwarding, event: ListedEvent): Promise<boolean> {
  const { print, signal, target } = forwarding;
  let refusals = 0;
  let waitedMs = 0;
  for (let made = 1; ; made += 1) {
    const startedAt = performance.now();
    const attempt = await sendOnce(forwarding, event);
    signal.throwIfAborted();
    const tookMs = Math.round(performance.now() - startedAt);
    const told = `${lineOf(event)} → ${wordOf(attempt)} in ${tookMs} ms${saidBy(attempt)}`;
    if (attempt.kind === "answered" && attempt.status >= 200 && attempt.status < 300) {
      print(told);
      return true;
    }
    if (attempt.kind === "unreachable") {
      if (waitedMs >= MAX_UNREACHABLE_MS) {
        throw new TargetUnreachableError(
          `${target.origin} has not been reachable for an hour. Start the listener again when it is: it goes on with position ${event.position}`,
        );
      }
    } else {
      refusals += 1;
      if (refusals >= MAX_REFUSALS || isFinal(attempt)) {
        print(
          `${told}; passed over after ${refusals === 1 ? "one attempt" : `${refusals} attempts`}: stipend events resend ${event.position} sends it again`,
        );
        return false;
      }
    }
    const waitMs = Math.min(FIRST_WAIT_MS * 2 ** Math.min(made - 1, 10), LONGEST_WAIT_MS);
    print(`${told}; again in ${waitMs / 1_000} s`);
    await forwarding.wait(waitMs);
    waitedMs = attempt.kind === "unreachable" ? waitedMs + waitMs : 0;
  }
}

/** An event in one line. */
export const lineOf = ({ position, type, id, resource }: ListedEvent): string =>
  `${String(position ?? "-").padStart(6)}  ${type}  ${resource.id}  ${id}`;

function wordOf(attempt: Attempt): string {
  if (attempt.kind === "answered") return String(attempt.status);
  return attempt.kind === "late" ? "no answer" : attempt.why;
}

const saidBy = (attempt: Attempt) =>
  attempt.kind === "answered" && attempt.said !== "" ? `: ${attempt.said}` : "";

/** 4xx that another attempt can change: too slow (408), in another's way (409, 423), too early or too often (425, 429). */
const PASSING = new Set([408, 409, 423, 425, 429]);

/** Whether the target would answer the same to every further attempt. */
const isFinal = (attempt: Attempt) =>
  attempt.kind === "answered" &&
  attempt.status >= 400 &&
  attempt.status < 500 &&
  !PASSING.has(attempt.status);

/** How a body begins, on one line, without what a terminal would obey. */
async function beginningOf(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let read = 0;
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk.subarray(0, MAX_BODY_BYTES - read), { stream: true });
    read += chunk.length;
    if (read >= MAX_BODY_BYTES) break;
  }
  const line = text.replace(/[\p{C}\s]+/gu, " ").trim();
  return line.length > MAX_PRINTED ? `${line.slice(0, MAX_PRINTED)}…` : line;
}

async function sendOnce(
  { target, secret, signal }: Forwarding,
  event: ListedEvent,
): Promise<Attempt> {
  // The bytes of the event's webhook: the stream has its fields in the same order.
  const body = JSON.stringify(event);
  const late = AbortSignal.timeout(ANSWER_MS);
  try {
    const response = await fetch(target, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "user-agent": "Stipend-Webhooks/1 (stipend listen)",
        ...signWebhook(secret, { id: event.id, sentAt: new Date(), body }),
      },
      body,
      redirect: "manual",
      signal: AbortSignal.any([late, signal]),
    });
    return { kind: "answered", status: response.status, said: await beginningOf(response) };
  } catch (error) {
    if (late.aborted) return { kind: "late" };
    return { kind: "unreachable", why: whyOf(error) };
  }
}

/**
 * Where events are forwarded to: a URL, or without its scheme, or a port of this machine.
 * @throws UsageError
 */
export function readTarget(given: string): URL {
  const full = /^\d+(?:\/|$)/.test(given)
    ? `http://localhost:${given}`
    : given.includes("://")
      ? given
      : `http://${given}`;
  const url = URL.canParse(full) ? new URL(full) : undefined;
  if (url?.protocol === "http:" || url?.protocol === "https:") return url;
  throw new UsageError(`--forward-to is an http(s) address, or a port, not ${given}`);
}
