import { afterEach, expect, test, vi } from "vitest";
import { beginAtProvider } from "./begin-at-provider";

afterEach(() => vi.unstubAllGlobals());

/** A server that answers the sign-in with this, and what it was asked. */
function serverThat(answer: object) {
  const asked: { path: string; body: string }[] = [];
  vi.stubGlobal("fetch", async (path: string, init?: { body?: URLSearchParams }) => {
    asked.push({ path, body: String(init?.body ?? "") });
    const given = path === "/api/auth/csrf" ? { csrfToken: "t0ken" } : answer;
    return { json: async () => given };
  });
  return asked;
}

const begin = () => beginAtProvider({ provider: "google", callbackUrl: "/dashboard?a=1" });

test("a sign-in begins with the token against forged forms, and leads to the provider", async () => {
  const asked = serverThat({ url: "https://accounts.google.com/o" });
  expect(await begin()).toBe("https://accounts.google.com/o");
  expect(asked).toEqual([
    { path: "/api/auth/csrf", body: "" },
    {
      path: "/api/auth/signin/google",
      body: "csrfToken=t0ken&callbackUrl=%2Fdashboard%3Fa%3D1&json=true",
    },
  ]);
});

test("a server that wants a challenge first is told apart from one that refuses", async () => {
  serverThat({ error: { details: { reason: "challenge_required" } } });
  expect(await begin()).toBeNull();
  serverThat({ error: { details: { reason: "too_many_requests" } } });
  await expect(begin()).rejects.toThrow("could not begin");
  serverThat({});
  await expect(begin()).rejects.toThrow("could not begin");
});
