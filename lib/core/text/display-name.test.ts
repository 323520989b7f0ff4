import { expect, test } from "vitest";
import { isDisplayName } from "./display-name";

test.each(["Aurora Coffee", "Müller & Söhne", "A.B.C. 24/7", "Who? www", "stripe.com Inc."])(
  "%s is a name",
  (name) => expect(isDisplayName(name)).toBe(true),
);

test.each([
  "Win at https://x.example",
  "ftp://x",
  "See WWW.x.example",
  "Ada\nPay here",
  "Ada\r\nPay here",
  "Ada\u2028Pay here",
  "Ada\u0085Pay here",
])("%j is none", (name) => expect(isDisplayName(name)).toBe(false));
