import { expect, test } from "vitest";
import { timesInProject } from "./apply-mutant";
import { mutants } from "./mutants";

test.each(mutants.flatMap(({ name, edits }) => edits.map((edit) => ({ name, edit }))))(
  "$name: $edit.file has what is changed once",
  ({ edit }) => {
    expect(timesInProject(edit)).toBe(1);
  },
);
