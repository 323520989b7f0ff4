import { expect, test } from "@playwright/test";
import { isInOrder } from "./in-looks";
import { payPage } from "./pay-page";
import { createSession, sharedStack } from "./stack";

const stack = sharedStack();
const inbox = `${stack.baseUrl}/dev/inbox`;

test("a payer who enters an e-mail gets the receipt, and the merchant can turn its own mails off", async ({
  page,
}) => {
  const description = `<b>Unbreakable</b>${"x".repeat(120)}`;
  const session = await createSession(stack, { amount: "1234500000", description });
  const pay = payPage(page);
  await page.goto(session.checkoutUrl);
  await pay.choose("Test wallet");
  await page.getByLabel("E-mail for your receipt").fill("ada@example.com");
  await pay.signAndPay();
  const open = async (to: string) => {
    await page.goto(inbox);
    const mails = page.getByRole("link").filter({ hasText: `To ${to}` });
    await mails.first().click();
    await page.waitForURL(/eml_/);
    return page.locator("pre").innerText();
  };
  await expect(async () => {
    expect(await open("ada@example.com")).toContain(`/pay/${session.id}`);
    expect(await open("owner@acme.example")).toContain(`/pay/${session.id}`);
  }).toPass({ timeout: 60_000 });
  await isInOrder(page);
  const link = /^http.*unsubscribe.*$/m.exec(await page.locator("pre").innerText())?.[0] ?? "";
  const html = await page.locator("iframe").getAttribute("src");
  const sent = await page.request.get(`${stack.baseUrl}${html}`);
  expect(sent.headers()["content-security-policy"]).toContain("sandbox");
  // Where it is served no script runs, and axe is one.
  await page.goto("about:blank");
  await page.setContent(await sent.text());
  await expect(page.getByRole("link", { name: "View payment" })).toHaveAttribute(
    "href",
    session.checkoutUrl,
  );
  expect(await page.locator("b, img, script").count()).toBe(0);
  await isInOrder(page);
  await page.goto(inbox);
  await isInOrder(page);
  await page.goto(link);
  await isInOrder(page);
  await page.getByRole("button", { name: "Turn these emails off" }).click();
  await expect(page.getByText("no longer gets these emails")).toBeVisible();
  await page.getByRole("button", { name: "Turn these emails on" }).click();
  await expect(page.getByText("Acme Coffee gets these emails.")).toBeVisible();
});
