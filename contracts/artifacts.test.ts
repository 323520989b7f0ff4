import { describe, expect, it } from "vitest";
import { staleArtifacts } from "@/scripts/build/contracts/artifacts";
import { readSources } from "@/scripts/build/contracts/sources";

describe("generated ABIs and bytecode", () => {
  it("are those of the committed sources", () => {
    expect(staleArtifacts(readSources())).toEqual([]);
  });

  it("are stale once a source differs", () => {
    const sources = readSources();
    expect(staleArtifacts({ ...sources, hash: `${sources.hash}0` })).toEqual([
      "contracts/artifacts/build.json",
    ]);
  });
});
