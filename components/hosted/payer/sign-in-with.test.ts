import { expect, test } from "vitest";
import type { PayerHomeActions } from "@/lib/contract/subscriptions/payer-home";
import { signInWith } from "./sign-in-with";

const payer = `0x${"a".repeat(40)}`;

type Answers = Record<string, () => unknown>;

/** Signs in with a wallet that answers as told; `steps` are what the wallet and the server were asked for. */
async function signInBy(answers: Answers, { signal } = new AbortController()) {
  const steps: string[] = [];
  const ready: Answers = {
    eth_requestAccounts: () => [payer],
    eth_chainId: () => "0x1",
    personal_sign: () => "0x12",
  };
  const provider = {
    async request({ method }: { method: string }) {
      steps.push(method);
      return (answers[method] ?? ready[method])?.();
    },
  };
  const actions: Pick<PayerHomeActions, "beginSignIn" | "completeSignIn"> = {
    beginSignIn: async () => {
      steps.push("begin");
      answers.begin?.();
      return { ok: true, value: { message: "Sign in" } };
    },
    completeSignIn: async () => {
      steps.push("complete");
      return { ok: true, value: null };
    },
  };
  const wallet = { id: "one", name: "Wallet", icon: null, provider };
  const problem = await signInWith(wallet, { mode: "test", actions, signal });
  return { problem, steps };
}

const all = ["eth_requestAccounts", "eth_chainId", "begin", "personal_sign", "complete"];

test("a payer is signed in once the server has the signature", async () => {
  expect(await signInBy({})).toEqual({ problem: null, steps: all });
});

test("a payer who declines is not signed in", async () => {
  const personal_sign = () => {
    throw Object.assign(new Error("no"), { code: 4001 });
  };
  const { problem, steps } = await signInBy({ personal_sign });
  expect(problem).toBe("rejected");
  expect(steps).not.toContain("complete");
});

test.each([
  ["eth_chainId", "0x1"],
  ["begin", null],
  ["personal_sign", "0x12"],
])("a sign-in that was left before the answer to %s goes no further", async (step, answer) => {
  const aborter = new AbortController();
  const late = () => {
    aborter.abort();
    return answer;
  };
  const { problem, steps } = await signInBy({ [step]: late }, aborter);
  expect(problem).not.toBeNull();
  expect(steps).toEqual(all.slice(0, all.indexOf(step) + 1));
});
