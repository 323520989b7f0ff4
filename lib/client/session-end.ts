import { createStore } from "./store";

/** Whether a call was refused because the person's session is over: only signing in helps. */
export const sessionEnd = createStore<"good" | "over", "good" | "over">((_, next) => next, "good");

/** The reasons of such refusals. */
export const isSessionEnd = (reason: string): boolean =>
  reason === "signed_out" || reason === "admin_session_over";
