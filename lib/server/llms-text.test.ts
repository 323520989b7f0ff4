import { afterEach, expect, test } from "vitest";
import { guideNames, llmsText } from "./guides";
import type { Runtime } from "./runtime";

afterEach(() => {
  globalThis.stipendRuntime = undefined;
});

test("it names every guide and the reference at the installation's own address", async () => {
  const APP_URL = "https://pay.aurora.example";
  globalThis.stipendRuntime = { config: { APP_URL } } as Runtime;
  const answer = await llmsText();
  expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  const links = [...(await answer.text()).matchAll(/^- \[[^\]]+\]\((\S+)\): \S/gm)].map(
    ([, to]) => to,
  );
  const guides = guideNames.map((name) => `${APP_URL}/docs/guides/${name}`);
  const others = ["/openapi.json", "/docs", "/pricing", "/status"].map(
    (path) => `${APP_URL}${path}`,
  );
  expect(links).toEqual([...guides, ...others]);
});
