import type { XmlNode } from "./write-xml";

/** A day as YYYYMMDD, which is format 102 of UNTDID 2379. */
export const dateOf = (day: string): XmlNode => [
  "udt:DateTimeString",
  day.replaceAll("-", ""),
  { format: "102" },
];
