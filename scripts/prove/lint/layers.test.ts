import { expect, test } from "vitest";
import { renderLayers } from "./layers";

test("the linter has the table of layers as it is; `npm run test:unit -- scripts/prove/lint/layers -u` writes it", async () => {
  await expect(renderLayers()).toMatchFileSnapshot("layers.json");
});
