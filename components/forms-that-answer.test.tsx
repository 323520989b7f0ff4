import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { Button } from "./ui/button";
import { ErrorState } from "./ui/error-state";
import { problemOfControl, problemsOf } from "./ui/form-problems";
import { Offered } from "./ui/offered";
import { TextField } from "./ui/text-field";

const right = {
  valid: true,
  valueMissing: false,
  typeMismatch: false,
  patternMismatch: false,
  tooShort: false,
};

const controlOf = (
  fault: Partial<typeof right>,
  more: { type?: string; wrong?: string; format?: string } = {},
) => ({
  id: "one",
  type: more.type ?? "text",
  minLength: 6,
  validationMessage: "The browser's own words.",
  validity: { ...right, valid: Object.keys(fault).length === 0, ...fault },
  dataset: { wrong: more.wrong, format: more.format },
});

test.each([
  [{}, {}, null],
  [{}, { wrong: "Enter an amount like 49.00." }, "Enter an amount like 49.00."],
  [{ valueMissing: true }, {}, "Fill out this field."],
  [{ valueMissing: true }, { type: "select-one" }, "Choose one."],
  [{ typeMismatch: true }, { type: "email" }, "Enter an email like ada@example.com."],
  [{ typeMismatch: true }, { type: "url" }, "Enter an address like https://shop.example."],
  [{ patternMismatch: true }, { format: "Paste the address." }, "Paste the address."],
  [{ tooShort: true }, {}, "Use at least 6 characters."],
  [{ patternMismatch: true }, {}, "The browser's own words."],
])("a control that is %o with %o says how it is put right: %s", (fault, more, said) => {
  expect(problemOfControl(controlOf(fault, more))).toBe(said);
});

test("a form tells of its wrong controls in the order of the page", () => {
  const controls = [
    { ...controlOf({}), id: "a" },
    { ...controlOf({ valueMissing: true }), id: "b" },
    { ...controlOf({}, { wrong: "Choose." }), id: "c" },
  ];
  expect(Object.entries(problemsOf(controls))).toEqual([
    ["b", "Fill out this field."],
    ["c", "Choose."],
  ]);
});

test("a field is tied to its hint and to what is wrong with it", () => {
  const html = renderToString(<TextField name="a" label="A" hint="How." error="What." />);
  const [, described] = /aria-describedby="([^"]+)"/.exec(html) ?? [];
  const texts = described?.split(" ").map((id) => html.split(`id="${id}"`)[1] ?? "");
  expect(texts).toHaveLength(2);
  expect(texts?.[0]).toContain("How.");
  expect(texts?.[1]).toContain("What.");
  expect(html).toContain('aria-invalid="true"');
});

test("a button that is busy or blocked is told so, and is no longer one that sends a form by itself", () => {
  for (const state of [{ busy: true }, { blocked: true }]) {
    expect(renderToString(<Button {...state}>Save</Button>)).toContain('aria-disabled="true"');
  }
  expect(renderToString(<Button>Save</Button>)).not.toContain("aria-disabled");
  // @ts-expect-error what is disabled loses the focus
  renderToString(<Button disabled>Save</Button>);
  // @ts-expect-error a reason is text that everybody can read
  renderToString(<Button title="Not now">Save</Button>);
});

test("in place of an action that is not offered stands the reason", () => {
  const shown = (why: string | null) =>
    renderToString(
      <Offered why={why}>
        <Button>Void</Button>
      </Offered>,
    );
  expect(shown("The business is closed.")).toMatch(/^<p[^>]*>The business is closed\.<\/p>$/);
  expect(shown(null)).toContain("Void");
});

test("an alert speaks the sentence alone; code and request are beside it", () => {
  const html = renderToString(
    <ErrorState code="not_found" requestId="req_1">
      Choose another plan.
    </ErrorState>,
  );
  expect(html).toMatch(/<div role="alert">Choose another plan\.<\/div>/);
  expect(html).toMatch(/<details.*Details.*not_found.*req_1/s);
});
