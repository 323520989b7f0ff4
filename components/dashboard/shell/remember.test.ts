import { afterEach, expect, test, vi } from "vitest";
import { remember } from "./remember";

afterEach(() => vi.unstubAllGlobals());

const text = "stipend_business=mer_2; Max-Age=31536000; Path=/; SameSite=Lax";

test.each([
  ["http:", text],
  ["https:", `${text}; Secure`],
])(
  "a choice is kept where there is no Cookie Store API, on a page of %s",
  async (protocol, cookie) => {
    const page = { cookie: "" };
    vi.stubGlobal("window", {});
    vi.stubGlobal("document", page);
    vi.stubGlobal("location", { protocol });
    await remember("stipend_business", "mer_2");
    expect(page.cookie).toBe(cookie);
  },
);

test("a choice is kept by the Cookie Store API where there is one", async () => {
  const set = vi.fn();
  vi.stubGlobal("window", { cookieStore: { set } });
  await remember("stipend_mode", "live");
  expect(set).toHaveBeenCalledWith(
    expect.objectContaining({ name: "stipend_mode", value: "live", path: "/", sameSite: "lax" }),
  );
});
