import { expect, test } from "vitest";
import { fillTemplate, templateFault } from "./notification-template";

const values = {
  business_name: "Aurora {{amount}}",
  plan_name: "<b>Gold</b>",
  amount: "12.50 USDC",
  currency: "USDC",
  reason: "The wallet is empty.",
  grace_ends: "May 1",
};

test("placeholders are filled once: values are not read as templates", () => {
  expect(fillTemplate("{{ business_name }}: {{plan_name}}\n\n\n{{reason}}", values)).toEqual([
    "Aurora {{amount}}: <b>Gold</b>",
    "The wallet is empty.",
  ]);
  expect(fillTemplate(" \n\n ", values)).toEqual([]);
});

test("unknown and open placeholders are refused, single braces are not", () => {
  expect(templateFault("{{plan_name}} {x} {{ amount }}")).toBeNull();
  for (const template of ["{{name}}", "{{}}", "{{toString}}", "{{plan_name", "plan_name}}"])
    expect(templateFault(template)).not.toBeNull();
});

test("a template that is all spaces takes no longer than another one of its length", () => {
  // Twice as long as any that is taken: in time of its third power it would outlast the test.
  const template = `{{${" ".repeat(4_000)}x`;
  expect(templateFault(template)).toContain("not closed");
  expect(fillTemplate(template, values)).toEqual([template]);
});
