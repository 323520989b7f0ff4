import type { Transport } from "@/sdk/src/send-request";
import { ownApi } from "./call";

/**
 * The endpoints of our own origin that know a browser by its cookie. Somebody waits for each answer, so that one to wait
 * is shown at once.
 */
export function ownAccount(): Transport {
  return {
    ...ownApi(),
    maxRetries: 0,
    fetch: (address, init) => fetch(address, { ...init, credentials: "same-origin" }),
  };
}
