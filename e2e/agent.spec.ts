import { expect, test } from "@playwright/test";
import { isInOrder } from "./in-looks";
import { signUpByApi, watchProblems } from "./own-account";
import type { Person } from "./sign-in";
import { sharedStack } from "./stack";

const stack = sharedStack();

const person = (name: string): Person => ({
  email: `${name}-${Date.now()}@example.com`,
  password: "correct horse battery staple",
});

test("recovery takes a message with a preview, and the digest is shown before it is sent", async ({
  page,
}) => {
  const problems = watchProblems(page);
  await signUpByApi(page, stack, person("agent"));
  await page.getByRole("link", { name: "Agent", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Agent", level: 1 })).toBeFocused();
  await expect(page.getByText(/^Recovery is off/)).toBeVisible();

  await page.getByRole("checkbox", { name: "Recovery" }).check();
  await expect(page.getByText(/^Recovery is off/)).toBeHidden();
  const recovery = page.getByRole("region", { name: "Recovery", exact: true });
  const message = recovery.getByLabel("Message to payers");
  await message.fill("We could not charge {{amount}} for {{plan}}.");
  await expect(recovery.getByRole("region", { name: "Preview" })).toBeHidden();
  await recovery.getByRole("button", { name: "Save recovery" }).click();
  await expect(message).toBeFocused();
  await expect(message).toHaveAccessibleDescription(/unknown placeholder \{\{plan\}\}/);
  await message.fill("We could not charge {{amount}} for {{plan_name}}.");
  await expect(recovery.getByRole("region", { name: "Preview" })).toContainText(
    "We could not charge 12.50 USDC for Sample plan.",
  );
  await recovery.getByLabel("Grace period").selectOption("72 hours");
  await recovery.getByRole("button", { name: "Save recovery" }).click();
  await expect(page.getByText("Saved.").first()).toBeVisible();

  const digest = page.getByRole("region", { name: "Digest preview" });
  await expect(digest.getByText("Nothing unusual.")).toBeVisible();
  await expect(digest.getByText("USDC in, fees, refunds")).toBeVisible();
  await isInOrder(page);
  await page.reload();
  await expect(page.getByRole("checkbox", { name: "Recovery" })).toBeChecked();
  await expect(message).toHaveValue("We could not charge {{amount}} for {{plan_name}}.");
  await expect(recovery.getByLabel("Grace period")).toHaveValue("72");
  await expect(page.getByText(/^Nothing yet\. Everything the agent does/)).toBeVisible();
  expect(problems).toEqual([]);
});
