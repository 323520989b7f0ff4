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
