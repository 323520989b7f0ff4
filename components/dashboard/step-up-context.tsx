"use client";

import { createContext, type ReactNode, useContext, useRef, useState } from "react";
import { StepUpDeclined } from "@/components/identity/step-up-declined";
import { StipendError } from "@/sdk/src/errors";
import { useApi } from "./acting-context";
import { stepUpAtPrivy, stepUpHere } from "./step-up-calls";
import { StepUpDialog } from "./step-up-dialog";

type Method = "totp" | "email";
type WithStepUp = <T>(work: () => Promise<T>) => Promise<T>;

const context = createContext<WithStepUp>((work) => work());

/**
 * Does what wants somebody to have authenticated a moment ago: where that is asked for, a dialog does it, and the work
 * is done again.
 * @throws StepUpDeclined when the dialog was closed
 */
export const useStepUp = (): WithStepUp => useContext(context);

interface Asked {
  readonly method: Method;
  settle(isProved: boolean): void;
}

/** Asks for the step-up of the pages below. */
export function StepUpProvider(props: { isElsewhere: boolean; children: ReactNode }) {
  const { isElsewhere, children } = props;
  const api = useApi();
  const [asked, setAsked] = useState<Asked | null>(null);
  const withStepUp = useRef<WithStepUp>(async (work) => {
    try {
      return await work();
    } catch (error) {
      const method = methodOf(error);
      if (!method) throw error;
      const isProved = await new Promise<boolean>((settle) => setAsked({ method, settle }));
      setAsked(null);
      if (!isProved) throw new StepUpDeclined("Not confirmed");
      return work();
    }
  });
  return (
    <context.Provider value={withStepUp.current}>
      {children}
      {asked && (
        <StepUpDialog
          method={asked.method}
          calls={isElsewhere ? stepUpAtPrivy(api) : stepUpHere}
          onProved={() => asked.settle(true)}
          onClose={() => asked.settle(false)}
        />
      )}
    </context.Provider>
  );
}

/** How somebody is to authenticate anew; null for other errors. */
function methodOf(error: unknown): Method | null {
  if (!(error instanceof StipendError) || error.reason !== "step_up_required") return null;
  const { methods } = error.details;
  return Array.isArray(methods) && methods.includes("totp") ? "totp" : "email";
}
