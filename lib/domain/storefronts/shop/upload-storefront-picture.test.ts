import { afterAll, beforeAll, expect, test } from "vitest";
import type { Context, SessionActor } from "@/lib/domain/platform/context";
import { picture, svgFile } from "@/testing/images";
import { createWorld, type World } from "@/testing/world";
import { archiveStorefront } from "./archive-storefront";
import { readPictures } from "./read-pictures";
import { saveStorefront } from "./save-storefront";
import { uploadStorefrontCover, uploadStorefrontLogo } from "./upload-storefront-picture";

let world: World;
let file: Buffer;

beforeAll(async () => {
  world = await createWorld();
  file = await picture(200, 100).png().toBuffer();
});
afterAll(() => world?.stop());

/** The context of the merchant's person. */
function asPerson(): Context<SessionActor> {
  const person = { kind: "session", userId: "usr_1", sessionId: "ses_1" } as const;
  const merchantId = world.merchant.id;
  return { ...world.merchantContext(), actor: { ...person, merchantId, mode: "test" } };
}

const shop = {
  slug: "aurora",
  name: "Aurora Coffee",
  description: null,
  logoUrl: null,
  coverImageUrl: null,
  accentColor: null,
} as const;

async function upload(verb: typeof uploadStorefrontLogo, bytes = file) {
  return verb.run(asPerson(), {}, await verb.prepare(asPerson(), { upload: bytes }));
}

test("logo and cover are uploaded each in its own place, and stay when the shop is saved", async () => {
  await expect(upload(uploadStorefrontLogo)).rejects.toMatchObject({ code: "not_found" });
  const { id } = await saveStorefront(asPerson(), shop);
  const withLogo = await upload(uploadStorefrontLogo);
  expect(withLogo).toMatchObject({ logoStatus: "ok", coverImageUrl: null });
  const { logoUrl, coverImageUrl } = await upload(uploadStorefrontCover);
  expect([logoUrl, coverImageUrl]).toEqual([
    withLogo.logoUrl,
    expect.stringContaining("/api/images/"),
  ]);
  const saved = await saveStorefront(asPerson(), { ...shop, logoUrl, coverImageUrl });
  expect(saved).toMatchObject({ logoStatus: "ok", coverImageStatus: "ok" });
  const merchantId = world.merchant.id;
  const pictures = await readPictures(world.db, { merchantId, shopId: id });
  expect(pictures).toEqual({
    logo: expect.stringMatching(/^\/api\/images\/[0-9a-f]{64}\.webp$/),
    cover: expect.stringMatching(/^\/api\/images\/[0-9a-f]{64}\.webp$/),
    products: {},
  });
});

test("a file that is no picture is refused, and an archived shop takes none", async () => {
  await expect(upload(uploadStorefrontCover, svgFile)).rejects.toMatchObject({
    info: { details: { reason: "image_invalid" } },
  });
  await archiveStorefront(asPerson());
  await expect(upload(uploadStorefrontLogo)).rejects.toMatchObject({
    info: { details: expect.objectContaining({ reason: "already_archived" }) },
  });
});
