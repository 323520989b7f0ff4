import { StipendError } from "@/sdk/src/errors";

/** How a person authenticates again. */
export type StepUpMethod = "passkey" | "totp" | "email";

/** The person closed the confirmation: nothing was done, and nothing went wrong. */
export class StepUpDeclined extends Error {
  override readonly name = "StepUpDeclined";
}

/** Asks the person to authenticate again. @returns false when the person declined */
type StepUpAsker = (methods: readonly StepUpMethod[]) => Promise<boolean>;

/** Of the page that is open; null where no page asks. */
let asker: StepUpAsker | null = null;
/** Calls that are refused at the same time wait for one confirmation. */
let asking: Promise<boolean> | null = null;

/** Has a page ask for step-ups from now on. @returns ends it */
export function answerStepUpsBy(ask: StepUpAsker): () => void {
  asker = ask;
  return () => {
    if (asker === ask) asker = null;
  };
}

/**
 * Makes a call of the API. When the API requires a recent authentication, asks the person to confirm and makes the
 * same call once more. `call-as-person` and `own-account` send every call through it.
 * @throws StepUpDeclined when the person did not confirm
 */
export async function withStepUp<T>(makeCall: () => Promise<T>): Promise<T> {
  try {
    return await makeCall();
  } catch (error) {
    const methods = methodsOf(error);
    if (!methods || !asker) throw error;
    asking ??= asker(methods).finally(() => {
      asking = null;
    });
    if (!(await asking)) throw new StepUpDeclined("Not confirmed");
    return makeCall();
  }
}

/** The ways in which the person may authenticate again, the first one asked for first; null for other errors. */
function methodsOf(error: unknown): StepUpMethod[] | null {
  if (!(error instanceof StipendError) || error.reason !== "step_up_required") return null;
  const { methods } = error.details;
  const known = (["passkey", "totp"] as const).filter(
    (method) => Array.isArray(methods) && methods.includes(method),
  );
  return known.length > 0 ? known : ["email"];
}
