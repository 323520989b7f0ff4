import { callOwnAccount } from "@/lib/client/own-account";
import type { getChallenge, verifyChallenge } from "@/lib/contract/identity/challenge";
import type { ChallengePurpose } from "@/lib/core/identity/challenge-purposes";
import { solvePuzzle } from "./puzzle/solve-puzzle";

/** What Cloudflare's script puts into the window. */
interface Turnstile {
  render(
    element: HTMLElement,
    options: {
      readonly sitekey: string;
      readonly action: string;
      readonly callback: (token: string) => void;
      readonly "error-callback": (code: string) => void;
    },
  ): string;
  remove(id: string): void;
}

const SCRIPT = "https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit";

const turnstileOf = (page: Window) => (page as Window & { turnstile?: Turnstile }).turnstile;

/** Loads the script once; a page that shows no widget never asks for it. */
async function load(): Promise<Turnstile> {
  if (!turnstileOf(window)) {
    await new Promise<void>((resolve, reject) => {
      const script = document.createElement("script");
      script.src = SCRIPT;
      script.onload = () => resolve();
      script.onerror = () => reject(new Error("the challenge could not be loaded"));
      document.head.append(script);
    });
  }
  const turnstile = turnstileOf(window);
  if (!turnstile) throw new Error("the challenge could not be loaded");
  return turnstile;
}

/** Above the page's lower edge, where it is seen at every scroll position. */
function addPanel(): HTMLElement {
  const panel = document.createElement("section");
  panel.setAttribute("aria-label", "Check that you are human");
  panel.className =
    "fixed inset-x-0 bottom-6 z-40 mx-auto w-fit max-w-full rounded-2xl border border-line bg-raised p-2 shadow-xl";
  return document.body.appendChild(panel);
}

/** Shows Cloudflare's widget until it is solved. */
async function askTurnstile(sitekey: string, action: string): Promise<string> {
  const turnstile = await load();
  const panel = addPanel();
  const place = panel.appendChild(document.createElement("div"));
  try {
    return await new Promise<string>((callback, reject) => {
      turnstile.render(place, {
        sitekey,
        action,
        callback,
        "error-callback": (code) => reject(new Error(`the challenge failed: ${code}`)),
      });
    });
  } finally {
    panel.remove();
  }
}

/**
 * Asks for a bot challenge and solves it: by itself, or with Cloudflare's widget where the server wants that.
 * @returns the solution, to be sent to `POST /v1/auth/turnstile/verify`
 */
async function solveChallenge(purpose: ChallengePurpose): Promise<string> {
  const route = { method: "GET", path: "/v1/auth/challenge", isPublic: true } as const;
  const asked = { for: purpose };
  const { puzzle, siteKey, action } = await callOwnAccount<typeof getChallenge>(route, asked);
  if (puzzle) return solvePuzzle(puzzle);
  return askTurnstile(siteKey ?? "", action ?? "");
}

/** Lets this browser do what a challenge is solved for, for the next ten minutes. */
export async function obtainPass(purpose: ChallengePurpose): Promise<void> {
  const token = await solveChallenge(purpose);
  const route = { method: "POST", path: "/v1/auth/turnstile/verify", isPublic: true } as const;
  // The pass is a cookie.
  await callOwnAccount<typeof verifyChallenge>(route, { token, for: purpose });
}
