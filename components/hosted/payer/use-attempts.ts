import { useState } from "react";
import { type Attempt, walletAttempts } from "./wallet-attempts";

/** The wallet that is asked for something, and how asking starts and ends. */
export function useAttempts() {
  const [attempt, setAttempt] = useState<Attempt | null>(null);
  const [{ start, leave }] = useState(() => walletAttempts(setAttempt));
  return { attempt, start, leave };
}
