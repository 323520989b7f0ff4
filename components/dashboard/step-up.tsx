"use client";

import { useLayoutEffect, useState } from "react";
import { answerStepUpsBy, type StepUpMethod } from "@/lib/client/with-step-up";
import { useApi } from "./acting-context";
import { stepUpAtPrivy, stepUpHere } from "./step-up-calls";
import { StepUpDialog } from "./step-up-dialog";

interface Question {
  readonly method: StepUpMethod;
  settle(isProved: boolean): void;
}

/** Asks for the confirmation that a call of the page needs; the call then continues by itself. */
export function StepUp({ isElsewhere }: { isElsewhere: boolean }) {
  const api = useApi();
  const [question, setQuestion] = useState<Question | null>(null);
  useLayoutEffect(() => {
    let focused: Element | null = null;
    const noteFocus = ({ target }: FocusEvent) => {
      if (target instanceof Element) focused = target;
    };
    document.addEventListener("focusin", noteFocus);
    let settleOpen = (_isProved: boolean) => {};
    const end = answerStepUpsBy(async (method) => {
      const caller = focused;
      const isProved = await new Promise<boolean>((settle) => {
        settleOpen = settle;
        setQuestion({ method, settle });
      });
      setQuestion(null);
      giveFocusBack(caller);
      return isProved;
    });
    return () => {
      end();
      document.removeEventListener("focusin", noteFocus);
      // A page that is left takes its question along.
      settleOpen(false);
    };
  }, []);
  if (!question) return null;
  return (
    <StepUpDialog
      method={question.method}
      calls={isElsewhere ? stepUpAtPrivy(api) : stepUpHere}
      onProved={() => question.settle(true)}
      onClose={() => question.settle(false)}
    />
  );
}

const LOOK_MS = 100;

/** A button is disabled while its call is made, so that the browser cannot give it the focus back by itself. */
function giveFocusBack(caller: Element | null): void {
  const timer = setInterval(() => {
    const isLost = document.activeElement === document.body;
    if (isLost && caller?.isConnected && caller.matches(":disabled")) return;
    clearInterval(timer);
    if (isLost && caller instanceof HTMLElement) caller.focus();
  }, LOOK_MS);
}
