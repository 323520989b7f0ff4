import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createIdentityWorld, goodPassword, type IdentityWorld } from "@/testing/identity";

let world: IdentityWorld;

beforeAll(async () => {
  world = await createIdentityWorld();
});
beforeEach(() => world.forget());
afterAll(() => world.stop());

const password = goodPassword;

test("somebody signs up, gives the code, and calls the API with an access token", async () => {
  const browser = world.browser();
  const asked = await browser.post("signup", { email: "Ada@x.example", password });
  expect(asked).toMatchObject({ status: 200, body: { flow: expect.any(String) } });
  const code = await world.mailedCode("Ada@x.example");
  const verified = await browser.post("verify", { flow: asked.body.flow, code });
  expect(verified).toMatchObject({ status: 200, body: { status: "signed_in", ticket: null } });
  const { body } = await browser.post("token", {});
  const token = String(body.accessToken);

  const unsynced = await world.api("GET", "/v1/auth/me", { token });
  expect(unsynced).toMatchObject({ status: 401, body: { error: { code: "merchant_not_synced" } } });
  const synced = await world.api("POST", "/v1/auth/sync", { body: { accessToken: token } });
  expect(synced).toMatchObject({
    status: 200,
    body: { object: "merchant", email: "Ada@x.example" },
  });
  const me = await world.api("GET", "/v1/auth/me", { token });
  expect(me).toMatchObject({ status: 200, body: { id: synced.body.id } });
});
