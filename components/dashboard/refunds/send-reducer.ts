/** How far the wallet's part of a refund is. */
export interface Sending {
  /** The step that is under way, from 0; as many as there are when all are sent. */
  readonly at: number;
  readonly doing: "choosing" | "opening" | "signing" | "mining" | "recording" | "recorded";
  /** Transaction hash of the last step. */
  readonly hash: string | null;
  readonly problem: string | null;
  /** The hash that the API refused last, and why. */
  readonly refused: { readonly hash: string; readonly text: string } | null;
  /** The account whose balance is too small, where the last try ended for that. */
  readonly short: string | null;
  /** The wallet was asked for a transfer and gave no clear answer: it may have sent it. */
  readonly isUncertain: boolean;
}

export type SendAction =
  | { readonly type: "open" }
  | { readonly type: "sign"; readonly at: number }
  | { readonly type: "mine"; readonly at: number }
  | { readonly type: "sent"; readonly hash: string; readonly steps: number }
  | { readonly type: "recorded" }
  | { readonly type: "refused"; readonly hash: string; readonly text: string }
  | { readonly type: "problem"; readonly text: string; readonly short?: string | null }
  | { readonly type: "uncertain"; readonly text: string }
  | { readonly type: "checked" };

export const unsent: Sending = {
  at: 0,
  doing: "choosing",
  hash: null,
  problem: null,
  refused: null,
  short: null,
  isUncertain: false,
};

/**
 * Reads one step of the wallet's part. What was sent stays sent: after it only the recording is repeated, unless the API
 * refuses the hash itself.
 */
export function sendReducer(state: Sending, action: SendAction): Sending {
  switch (action.type) {
    case "open":
      return { ...state, doing: "opening", problem: null, refused: null, short: null };
    case "sign":
      return { ...state, doing: "signing", at: action.at, problem: null };
    case "mine":
      return { ...state, doing: "mining", at: action.at };
    case "sent":
      return { ...unsent, at: action.steps, doing: "recording", hash: action.hash };
    case "recorded":
      return { ...state, doing: "recorded", problem: null };
    case "refused":
      return { ...unsent, refused: { hash: action.hash, text: action.text } };
    case "problem": {
      const { text: problem, short = null } = action;
      return { ...state, doing: state.hash ? "recording" : "choosing", problem, short };
    }
    case "uncertain":
      return { ...state, doing: "choosing", problem: action.text, isUncertain: true };
    case "checked":
      return { ...state, problem: null, isUncertain: false };
  }
}
