import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { DigestPreview } from "./digest-preview";

type Digest = Parameters<typeof DigestPreview>[0]["digest"];

test("the preview of a merchant without any movement does not say that more comes in than goes out", () => {
  const digest = {
    ...{ day: "2026-01-02", mode: "test", currencies: [], anomalies: [] },
    renewals: { days: 7, complete: true, currencies: [] },
    runway: { liquidCents: "100000", reserveCents: "100000", isBelow: false, days: null },
  } as unknown as Digest;
  expect(renderToString(<DigestPreview digest={digest} />)).toContain(
    ": no more goes out than comes in",
  );
});
