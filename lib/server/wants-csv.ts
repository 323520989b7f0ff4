import type { ApiRequest } from "./http";

/**
 * Whether a request asks for a list as CSV (RFC 9110, 12.5.1): `text/csv` must be named, and JSON not be named
 * as well with as much weight.
 */
export function wantsCsv(request: Pick<ApiRequest, "header">): boolean {
  const ranges = (request.header("accept") ?? "").toLowerCase().split(",").map(rangeOf);
  const weightOf = (type: string) =>
    Math.max(0, ...ranges.filter((range) => range.type === type).map(({ weight }) => weight));
  return weightOf("text/csv") > weightOf("application/json");
}

function rangeOf(text: string): { type: string; weight: number } {
  const [type = "", ...parameters] = text.split(";").map((part) => part.trim());
  const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? "1";
  return {
    type,
    weight: /^(?:0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)$/.test(weight) ? Number(weight) : 0,
  };
}
