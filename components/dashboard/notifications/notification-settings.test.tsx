import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { notificationKinds, notificationTitles } from "@/lib/core/insight/notification-kinds";
import { NotificationSettings } from "./notification-settings";
import type { Preferences } from "./use-preferences";

const shown = (data: Preferences["data"], email: string | null = "ada@x.example") =>
  renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <NotificationSettings preferences={{ object: "notification_preferences", email, data }} />
    </QueryClientProvider>,
  ).replaceAll("<!-- -->", "");

/** The boxes with whether they are ticked. */
const boxesOf = (html: string) =>
  [...html.matchAll(/<label[^>]*><span[^>]*>([^<]*)<\/span><input([^>]*)>/g)].map(
    ([, name, attributes = ""]) => [name, attributes.includes('checked=""')],
  );

test("each kind has a box for each place where it can appear, ticked as the person has chosen", () => {
  const html = shown([
    { kind: "payment.completed", value: "mail", choices: ["bell", "mail", "both", "none"] },
    { kind: "invoice.overdue", value: "bell", choices: ["bell", "none"] },
    { kind: "product.sold_out", value: "none", choices: ["mail", "none"] },
  ]);
  expect(boxesOf(html)).toEqual([
    ["Bell: Payment received", false],
    ["Email: Payment received", true],
    ["Bell: Invoice overdue", true],
    ["Email: Product sold out", false],
  ]);
  expect(html).toContain("Emails go to ada@x.example.");
});

test("a person whose address is not the business's has no column of emails", () => {
  const html = shown(
    [{ kind: "payment.completed", value: "bell", choices: ["bell", "none"] }],
    null,
  );
  expect(boxesOf(html)).toEqual([["Bell: Payment received", true]]);
  expect(html).toContain("Emails of this business go to its first owner.");
  expect(html).not.toMatch(/<th[^>]*>Email</);
});

test("each kind is called something else", () => {
  const titles = notificationKinds.map((kind) => notificationTitles[kind]);
  expect(new Set(titles).size).toBe(notificationKinds.length);
});
