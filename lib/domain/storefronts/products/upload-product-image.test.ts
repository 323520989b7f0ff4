import { afterAll, beforeAll, expect, test } from "vitest";
import type { Context, SessionActor } from "@/lib/domain/platform/context";
import { picture, svgFile } from "@/testing/images";
import { createWorld, type World } from "@/testing/world";
import { archiveProduct } from "./archive-product";
import { createProduct } from "./create-product";
import { updateProduct } from "./update-product";
import { uploadProductImage } from "./upload-product-image";

let world: World;
let file: Buffer;

beforeAll(async () => {
  world = await createWorld();
  file = await picture(200, 100).png().toBuffer();
});
afterAll(() => world?.stop());

/** The context of a person who is signed in for a merchant. */
function asPerson(merchantId = world.merchant.id): Context<SessionActor> {
  const person = { kind: "session", userId: "usr_1", sessionId: "ses_1" } as const;
  return { ...world.merchantContext(), actor: { ...person, merchantId, mode: "test" } };
}

async function upload(id: string, bytes = file, ctx = asPerson()) {
  const image = await uploadProductImage.prepare(ctx, { upload: bytes });
  return uploadProductImage.run(ctx, { id }, image);
}

const create = () =>
  createProduct(asPerson(), {
    name: "Coffee",
    description: null,
    imageUrl: "https://aurora.example/coffee.png",
    price: 5n,
    currency: "USDC",
    type: "one_time",
    interval: null,
    intervalCount: null,
    stock: null,
    isActive: true,
  });

test("an uploaded picture takes the place of its address, and stays when the product is saved", async () => {
  const { id, imageStatus } = await create();
  expect(imageStatus).toBe("pending");
  const uploaded = await upload(id);
  expect(uploaded).toMatchObject({
    imageUrl: expect.stringMatching(/^http:\/\/localhost:3000\/api\/images\/[0-9a-f]{64}\.webp$/),
    imageStatus: "ok",
  });
  const { imageUrl } = uploaded;
  expect(await updateProduct(asPerson(), { id, imageUrl, stock: 3 })).toMatchObject({
    imageUrl,
    imageStatus: "ok",
  });
  const audited = await world.db`
    select after from audit_log where subject_id = ${id} and action = 'product.update'`;
  expect(audited[0]).toEqual({ after: { imageUrl } });
});

test("a file that is no picture, a product of another merchant and an archived one are refused", async () => {
  const { id } = await create();
  await expect(upload(id, svgFile)).rejects.toMatchObject({
    code: "invalid_request",
    info: { details: { reason: "image_invalid" } },
  });
  const other = await world.addMerchant();
  await expect(upload(id, file, asPerson(other.id))).rejects.toMatchObject({ code: "not_found" });
  await archiveProduct(asPerson(), { id });
  await expect(upload(id)).rejects.toMatchObject({
    info: { details: expect.objectContaining({ reason: "already_archived" }) },
  });
});
