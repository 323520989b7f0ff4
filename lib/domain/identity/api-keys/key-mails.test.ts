import { expect, test } from "vitest";
import type { Wording } from "@/lib/domain/mails/mail";
import { keyLeakedMail, type LeakedKeyFacts } from "./key-mails";

const wording = { mode: "live" } as Wording;
const facts: LeakedKeyFacts = {
  ...{ businessName: "Aurora Coffee", keyId: "key_1", name: "Shop", prefix: "sk_live_8fK2" },
  ...{ last4: "LcW5", at: "2026-01-02T03:04:05Z", url: "", source: "content", endedKey: true },
  ended: { keys: 0, endpoints: 0, replays: 0 },
};
const told = (ended: LeakedKeyFacts["ended"]) =>
  keyLeakedMail
    .body({ ...facts, ended }, wording)
    .paragraphs.find((text) => /also ended/.test(text));

test("a mail of a leaked key counts what went with it, and nothing that did not", () => {
  expect(told({ keys: 0, endpoints: 0, replays: 0 })).toBeUndefined();
  expect(told({ keys: 1, endpoints: 0, replays: 0 })).toBe(
    "We also ended everything created with the key: one API key.",
  );
  expect(told({ keys: 2, endpoints: 1, replays: 3 })).toBe(
    "We also ended everything created with the key: 2 API keys, one webhook endpoint, and 3 replays of webhooks.",
  );
});
