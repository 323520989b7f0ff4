/** How far the wallet's part of a refund is. */
export interface Sending {
  /** The step that is under way, from 0; as many as there are when all are sent. */
  readonly at: number;
  readonly doing: "choosing" | "opening" | "signing" | "mining" | "recording" | "recorded";
  /** Of the last step, once the wallet has sent it. */
  readonly hash: string | null;
  readonly problem: string | null;
}

export type SendAction =
  | { readonly type: "open" }
  | { readonly type: "sign"; readonly at: number }
  | { readonly type: "mine"; readonly at: number }
  | { readonly type: "sent"; readonly hash: string; readonly steps: number }
  | { readonly type: "recorded" }
  | { readonly type: "problem"; readonly text: string };

export const unsent: Sending = { at: 0, doing: "choosing", hash: null, problem: null };

/** Reads one step of the wallet's part. What was sent stays sent: after it only the recording is repeated. */
export function sendReducer(state: Sending, action: SendAction): Sending {
  switch (action.type) {
    case "open":
      return { ...state, doing: "opening", problem: null };
    case "sign":
      return { ...state, doing: "signing", at: action.at, problem: null };
    case "mine":
      return { ...state, doing: "mining", at: action.at };
    case "sent":
      return { at: action.steps, doing: "recording", hash: action.hash, problem: null };
    case "recorded":
      return { ...state, doing: "recorded", problem: null };
    case "problem":
      return { ...state, doing: state.hash ? "recording" : "choosing", problem: action.text };
  }
}
