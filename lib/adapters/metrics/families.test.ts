import { expect, test } from "vitest";
import { parseExposition } from "@/testing/parse-exposition";
import { Counter, Histogram, renderFamilies } from "./families";

test("labels of any text come back as they were", () => {
  const counter = new Counter({ name: "a_total", help: 'one\nof "two" \\', labels: ["text"] });
  const texts = ['"', "\\", "\n", "a,b={}", "\\n", "é"];
  for (const text of texts) counter.add(1, text);
  counter.add(2, "é");
  const parsed = parseExposition(renderFamilies([counter.family()])).get("a_total");
  expect(parsed?.series.map(({ labels }) => labels.text)).toEqual(texts);
  expect(parsed?.series.at(-1)?.value).toBe(3);
});

test("a duration is counted in every bucket that holds it", () => {
  const histogram = new Histogram({ name: "b_seconds", help: "b", labels: ["route"] });
  for (const seconds of [0.001, 0.002, 3, 60]) histogram.observe(seconds, "/x");
  const parsed = parseExposition(renderFamilies([histogram.family()])).get("b_seconds");
  const bucket = (le: string) =>
    parsed?.series.find(({ name, labels }) => name === "b_seconds_bucket" && labels.le === le)
      ?.value;
  expect(["0.001", "0.0025", "2.5", "5", "10", "+Inf"].map(bucket)).toEqual([1, 2, 2, 3, 3, 4]);
  expect(parsed?.series.find(({ name }) => name === "b_seconds_sum")?.value).toBeCloseTo(63.003);
});

test("a metric that has counted nothing is left out", () => {
  expect(renderFamilies([new Counter({ name: "c_total", help: "c", labels: [] }).family()])).toBe(
    "",
  );
});

test("the parser of the tests refuses what the format does not allow", () => {
  const head = "# HELP a_total a\n# TYPE a_total counter\n";
  for (const text of [
    "a_total 1\n",
    `${head}a_total 1`,
    `${head}a_total{x="1"} 1\na_total{x="1"} 2\n`,
    `${head}a_total{x=1} 1\n`,
    `${head}a_total one\n`,
    `${head}b_total 1\n`,
    `${head}a_total 1\n${head}`,
    `${head}\n`,
    `# HELP h h\n# TYPE h histogram\nh_bucket{le="1"} 2\nh_bucket{le="+Inf"} 1\nh_count 1\nh_sum 1\n`,
  ]) {
    expect(() => parseExposition(text), text).toThrow();
  }
});
