/** What a template of a notification can name, with what each stands for. */
export const templatePlaceholders = {
  business_name: "Your business name",
  plan_name: "The plan",
  amount: "The amount that was due, such as 12.50 USDC",
  currency: "The currency",
  reason: "Why the charge failed, in a sentence",
  grace_ends: "When the subscription ends without payment",
} as const;
export type TemplatePlaceholder = keyof typeof templatePlaceholders;

/** Takes time in proportion to the text: only the next brace ends what may be a name. */
const placeholder = /\{\{([^{}]*)\}\}/g;

const isKnown = (name: string): name is TemplatePlaceholder =>
  Object.hasOwn(templatePlaceholders, name);

/**
 * Why a template is refused; null where it is fine.
 * @example
 * templateFault("Hello {{plan_name}}") // null
 * templateFault("Hello {{name}}") // "has an unknown placeholder {{name}}; …"
 */
export function templateFault(template: string): string | null {
  for (const [, inner = ""] of template.matchAll(placeholder)) {
    const name = inner.trim();
    if (isKnown(name)) continue;
    const known = Object.keys(templatePlaceholders).map((one) => `{{${one}}}`);
    return `has an unknown placeholder {{${name.slice(0, 40)}}}; use ${known.join(", ")}`;
  }
  if (/\{\{|\}\}/.test(template.replace(placeholder, "")))
    return "has a placeholder that is not closed: write {{plan_name}}";
  return null;
}

/**
 * A template with its placeholders filled in, as plain text in paragraphs: the mail escapes it as any other text. Values
 * are not read as templates.
 * @example
 * fillTemplate("Your {{plan_name}}\n\nis due.", values) // ["Your Gold", "is due."]
 */
export function fillTemplate(
  template: string,
  values: Readonly<Record<TemplatePlaceholder, string>>,
): string[] {
  return template
    .replace(placeholder, (whole, inner: string) => {
      const name = inner.trim();
      return isKnown(name) ? values[name] : whole;
    })
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== "");
}
