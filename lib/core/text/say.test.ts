import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { sayIn } from "./say";

const piece = fc.oneof(
  fc.constantFrom(
    "{amount}",
    "{merchant}",
    "{missing}",
    "{}",
    "{a b}",
    "{",
    "}",
    "{{amount}}",
    "$&",
  ),
  fc.string({ maxLength: 8 }),
);

test("a phrase says its text, with what was given in its blanks and all others left as they are", () => {
  const phrases = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(""));
  fc.assert(
    fc.property(phrases, fc.string(), fc.string(), (phrase, amount, merchant) => {
      const blanks: Record<string, string> = { amount, merchant };
      const expected = phrase.replace(/\{(\w+)\}/g, (whole, name: string) => blanks[name] ?? whole);
      const say = sayIn<Record<"phrase", "{amount}{merchant}">>({ phrase });
      expect(say("phrase", { amount, merchant })).toBe(expected);
    }),
  );
});

test("a phrase is searched for its blanks once", () => {
  const words = { due: "{merchant} asks for {amount} by {day}", plain: "Pay now" } as const;
  const say = sayIn<typeof words>(words);
  const said = () => [
    say("due", { merchant: "Acme", amount: "1 USDC", day: "Monday" }),
    say("plain"),
  ];
  const first = said();
  const search = vi.spyOn(RegExp.prototype, "exec");
  try {
    expect(said()).toEqual(first);
    expect(sayIn<typeof words>(words)("plain")).toBe("Pay now");
    expect(search).not.toHaveBeenCalled();
  } finally {
    search.mockRestore();
  }
});
