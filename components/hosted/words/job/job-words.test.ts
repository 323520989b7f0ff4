import { expect, test } from "vitest";
import { en } from "./en";
import { jobStateOf } from "./job-words";

test("a vendor whom the token refused is not told to be paid, nor that refused money went back", () => {
  const wordOf = (status: "completed" | "rejected" | "expired", isHeld: boolean) =>
    en[jobStateOf({ status, isHeld })];
  expect(wordOf("completed", false)).toBe("Paid");
  expect(wordOf("completed", true)).toBe("Accepted, not paid yet");
  expect(wordOf("rejected", true)).toBe("Rejected, money held");
  expect(en[`${jobStateOf({ status: "rejected", isHeld: true })}Intro`]).toMatch(/still holds/);
  expect(wordOf("expired", true)).toBe("Expired");
});
