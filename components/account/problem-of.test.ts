import { expect, test } from "vitest";
import { type ErrorDetails, StipendError } from "@/sdk/src/errors";
import { problemOf } from "./problem-of";

const refused = (details: ErrorDetails) =>
  problemOf(
    new StipendError(
      { code: "permission_denied", message: "Refused.", details, requestId: "req_1" },
      403,
      undefined,
    ),
  );

test("what is to be done first is told with our own pages for it, and no other's", () => {
  const hrefs = ["/onboarding", "//evil.example/x", "https://evil.example", "javascript:alert(1)"];
  const reasons = hrefs.map((href) => ({
    code: "x",
    message: href,
    action: { label: "Go", href },
  }));
  const { steps } = refused({ reason: "live_mode_ineligible", reasons });
  expect(steps).toEqual([{ message: "/onboarding", href: "/onboarding" }]);
});

test("what has no words of ours is told in the API's", () => {
  expect(refused({ reason: "merchant_key_required" })).toMatchObject({
    ...{ text: "Refused.", steps: [], requestId: "req_1" },
  });
});

test("a suspension that the registry alone has says that it ends, and one of the account whom to ask", () => {
  const reason = "merchant_suspended" as const;
  const onchain = refused({ reason, registryStatus: "suspended" });
  expect(onchain.text).toContain("usually ends within minutes");
  expect(onchain.fix?.href).toBe("/dashboard/settings/onchain");
  const account = refused({ reason });
  expect(account.text).toBe("Refused.");
  expect(account.fix?.href).toBe("/contact");
});

test("a business that the registry alone has closed is told so, with whom to ask", () => {
  const closed = refused({ reason: "merchant_closed", registryStatus: "closed" });
  expect(closed.text).toContain("The network has this business closed");
  expect(closed.fix?.href).toBe("/contact");
});
