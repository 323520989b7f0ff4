"use client";

import { useState } from "react";
import { StepUpDeclined } from "@/lib/client/with-step-up";
import { type Problem, problemOf } from "./problem-of";

/** Does one thing at a time, and keeps why the last one did not work. */
export function useTask() {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof StepUpDeclined)) setProblem(problemOf(error));
    } finally {
      setBusy(false);
    }
  };
  const forget = () => setProblem(null);
  return { busy, problem, run, forget };
}
