import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { newDraft, type ProductDraft } from "./product-draft";
import { ProductFields } from "./product-fields";
import { fields } from "./product-form";

/** The fields of a product, each of which the API refuses. */
const refused = (draft: ProductDraft) =>
  renderToString(
    <ProductFields
      draft={draft}
      isNew
      imageHint={undefined}
      upload={async () => "kept"}
      keptFile={undefined}
      onChange={() => {}}
      errorAt={(name) => `No ${name}.`}
    />,
  );

test.each(fields)("why a product's %s is refused stands beside it", (name) => {
  const html =
    refused({ ...newDraft, type: "one_time", isCounted: true }) +
    refused({ ...newDraft, type: "subscription" });
  expect(html).toContain(`No ${name}.`);
});
