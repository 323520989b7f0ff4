import { expect, test } from "vitest";
import { type SendAction, sendReducer, unsent } from "./send-reducer";

const after = (...actions: SendAction[]) => actions.reduce(sendReducer, unsent);
const sent: SendAction = { type: "sent", hash: "0x1", steps: 2 };
const problem: SendAction = { type: "problem", text: "No answer." };

test("a step that the wallet declines can be chosen again", () => {
  expect(after({ type: "open" }, { type: "sign", at: 1 }, problem)).toEqual({
    ...unsent,
    at: 1,
    doing: "choosing",
    hash: null,
    problem: "No answer.",
  });
});

test("what was sent is never sent again: only its recording is repeated", () => {
  expect(after({ type: "open" }, { type: "sign", at: 1 }, sent, problem)).toEqual({
    ...unsent,
    at: 2,
    doing: "recording",
    hash: "0x1",
    problem: "No answer.",
  });
  expect(after(sent, problem, sent, { type: "recorded" }).problem).toBeNull();
});

const refused: SendAction = { type: "refused", hash: "0x1", text: "It is another refund's." };

test("a hash that the API refuses is no longer the refund's: another one is asked for", () => {
  expect(after(sent, refused)).toEqual({
    ...unsent,
    refused: { hash: "0x1", text: "It is another refund's." },
  });
  expect(after(sent, refused, { ...sent, hash: "0x2" })).toMatchObject({
    hash: "0x2",
    refused: null,
  });
  expect(after(sent, refused, { type: "open" }).refused).toBeNull();
});

test("a transfer that may have been sent stays in doubt when the hash given for it is refused", () => {
  const doubt: SendAction = { type: "uncertain", text: "Check your wallet." };
  expect(after(doubt, sent, refused, doubt)).toMatchObject({
    ...{ hash: null, problem: "Check your wallet.", isUncertain: true },
    refused: { hash: "0x1" },
  });
});
