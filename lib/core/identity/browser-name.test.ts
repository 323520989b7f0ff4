import { expect, test } from "vitest";
import { browserName } from "./browser-name";

test("a browser is named by the most special of its marks", () => {
  const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";
  const named: [string | null, string][] = [
    [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/140.0.0.0 Safari/537.36`, "Chrome on Linux"],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0`,
      "Edge on Windows",
    ],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) ${webkit} Version/19.0 Mobile/15E148 Safari/604.1`,
      "Safari on iPhone",
    ],
    ["Mozilla/5.0 (Linux; Android 15; rv:140.0) Gecko/140.0 Firefox/140.0", "Firefox on Android"],
    ["<script>alert(1)</script>", "A browser"],
    [null, "A browser"],
  ];
  for (const [userAgent, name] of named) expect(browserName(userAgent)).toBe(name);
});
