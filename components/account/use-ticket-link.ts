"use client";

import { useEffect, useRef } from "react";
import type { AwaitedFactor } from "./second-factor-step";

const known = ["passkey", "totp", "recovery_code"] as const;

/** Takes the ticket of a sign-in at another provider that waits for a second factor here, and clears the address. */
export function useTicketLink(go: (awaited: AwaitedFactor) => void): void {
  const latest = useRef(go);
  useEffect(() => {
    const { hash, pathname, search } = window.location;
    const held = new URLSearchParams(hash.slice(1));
    const ticket = held.get("ticket");
    if (!ticket) return;
    window.history.replaceState(window.history.state, "", `${pathname}${search}`);
    const methods = (held.get("methods") ?? "").split(",");
    latest.current({ ticket, methods: known.filter((method) => methods.includes(method)) });
  }, []);
}
