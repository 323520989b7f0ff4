import { expect, test } from "vitest";
import { isOwnPath } from "./own-path";

test("a path on our own origin begins with one slash and leads nowhere else", () => {
  for (const path of ["/", "/s/aurora", "/s/aurora?paid=1#top", "/caf%C3%A9", "/a//b", "/a%2Fb"]) {
    expect(isOwnPath(path), path).toBe(true);
  }
  const wrong = [
    ...["", "s/aurora", "//e", "/\\e", "\\/e", "\\\\e", "/%2f%2fe", "/%2Fe", "/%5ce", "/%252fe"],
    ...["https://e", "javascript:alert(1)", "/\te", "/\n/e", "/%09/e", "/%0a", "/a b", "/café"],
    ...["/%", "/%zz", "/%ff", "/a\\b", "/%25252525252fe", "/\u0000"],
  ];
  for (const path of wrong) expect(isOwnPath(path), JSON.stringify(path)).toBe(false);
});
