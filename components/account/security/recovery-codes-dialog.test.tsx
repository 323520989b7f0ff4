import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { RecoveryCodesDialog } from "./recovery-codes-dialog";

const codes = ["ABCD-EFGH-IJKL-MNOP"];
const wordsOf = (replaces: boolean) =>
  renderToString(<RecoveryCodesDialog codes={codes} replaces={replaces} onStored={() => {}} />);

test("recovery codes that replace others say that those no longer work", () => {
  expect(wordsOf(true)).toContain("Your earlier recovery codes no longer work.");
  expect(wordsOf(false)).not.toContain("no longer work");
});
