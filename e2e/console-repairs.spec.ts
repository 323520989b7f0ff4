import { expect, type Page, test } from "@playwright/test";
import { newId } from "@/lib/core/ids";
import { openAsAdmin } from "./admin-sign-in";
import { isInOrder } from "./in-looks";
import { signUpByApi, watchProblems } from "./own-account";
import { createSession, sharedStack, withDatabase } from "./stack";

const stack = sharedStack();
const { baseUrl } = stack;

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

/** Sees the consequence, says why, and confirms. */
async function repair(page: Page, consequence: string | RegExp, action: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(consequence)).toBeVisible();
  await dialog.getByRole("button", { name: action }).click();
  await expect(dialog.getByText("Say why, for the audit log.")).toBeVisible();
  await isInOrder(page);
  await dialog.getByLabel("Reason").fill("A repair");
  await dialog.getByRole("button", { name: action }).click();
  await expect(dialog).toHaveCount(0);
}

async function isAudited(page: Page, action: string): Promise<void> {
  await page.goto(`${baseUrl}/admin/audit?action=${action}`);
  await expect(page.getByRole("row").filter({ hasText: "A repair" }).first()).toBeVisible();
}

/**
 * Halts the indexer as a lost block would. The node has the block, so the next look would end the halt by itself: the
 * trigger puts that look off until it is removed.
 */
async function halt(): Promise<() => Promise<unknown>> {
  await withDatabase(stack, (sql) =>
    sql.unsafe(`
      create function keep_halt() returns trigger language plpgsql as $$ begin
        if current_query() like '%before.doubt_since%' then
          new.halted_reason := old.halted_reason;
        end if;
        return new;
      end $$;
      create trigger keep_halt before update on chain_cursors for each row
        when (old.halted_reason is not null) execute function keep_halt();
      update chain_cursors set halted_reason = 'Finalised block 7 was lost'`),
  );
  return () =>
    withDatabase(stack, (sql) =>
      sql.unsafe(`drop trigger keep_halt on chain_cursors; drop function keep_halt;
        update chain_cursors set halted_reason = null`),
    );
}

test("a halted indexer is resumed after its nodes are compared", async ({ page }) => {
  const problems = watchProblems(page);
  const heal = await halt();
  try {
    await openAsAdmin(page, stack, "/admin/health");
    await expect(page.getByText("Finalised block 7 was lost").first()).toBeVisible();
    await isInOrder(page);
    await button(page, "Compare nodes").click();
    const nodes = page.getByRole("dialog").getByRole("table", { name: "Nodes" });
    await expect(nodes.getByText("Same block")).toBeVisible();
    await repair(page, /^Reading would continue after block \d+\.$/, "Resume reading");
    await expect(page.getByText("Finalised block 7 was lost")).toHaveCount(0);
    await isAudited(page, "chain.lift_halt");
  } finally {
    await heal();
  }
  expect(problems).toEqual([]);
});

test("an email that was refused is sent again, and a message is marked as answered", async ({
  page,
}) => {
  const recipient = `refused-${Date.now()}@example.com`;
  const name = `Ada ${Date.now()}`;
  await withDatabase(stack, async (sql) => {
    const id = newId("mail");
    await sql`insert into mails ${sql({
      ...{ id, mode: "live", kind: "welcome", recipient, dedupe_key: id, state: "refused" },
      ...{ failure: "refused_550", response: "550 no such user", closed_at: new Date() },
      ...{ attempts: 1, facts: sql.json({ businessName: name }) },
    })}`;
    await sql`insert into contact_messages ${sql({
      ...{ id: newId("contactMessage"), name, email: recipient, topic: "sales" },
      ...{ message: "Hello, see https://example.com/plans", expires_at: new Date("2100-01-01") },
    })}`;
  });
  await openAsAdmin(page, stack, "/admin/mail");
  await page.goto(`${baseUrl}/admin/mail?address=${encodeURIComponent(recipient)}`);
  await isInOrder(page);
  await button(page, `Resend welcome to ${recipient}`).click();
  await repair(page, "Mail server: “550 no such user”", "Resend email");
  await expect(button(page, `Resend welcome to ${recipient}`)).toHaveCount(0);
  await isAudited(page, "mail.resend");

  await page.goto(`${baseUrl}/admin/contact?status=open`);
  await button(page, `Read the message from ${name}`).click();
  const dialog = page.getByRole("dialog", { name: `Message from ${name}` });
  await expect(dialog.getByRole("link", { name: "https://example.com/plans" })).toBeVisible();
  await isInOrder(page);
  await dialog.getByRole("button", { name: "Mark as answered" }).click();
  await expect(page.getByText(name)).toHaveCount(0);
  await page.goto(`${baseUrl}/admin/contact?status=answered`);
  await expect(page.getByRole("row").filter({ hasText: name })).toContainText("Answered");
});

test("a sign-in is locked, which ends its sessions, and unlocked; events are sent once more", async ({
  page,
  browser,
}) => {
  const email = `lock-${Date.now()}@example.com`;
  const theirs = await (await browser.newContext()).newPage();
  await signUpByApi(theirs, stack, { email, password: "correct horse battery staple" });
  await openAsAdmin(page, stack, "/admin/merchants");
  await page.goto(`${baseUrl}/admin/merchants?q=${encodeURIComponent(email)}`);
  await page.getByRole("table").getByRole("link").first().click();
  await button(page, `Lock sign-in of ${email}`).click();
  await repair(page, /^1 sign-in session would end\./, "Lock sign-in");
  await theirs.goto(`${baseUrl}/dashboard`);
  await expect(theirs).toHaveURL(/\/login/);
  await button(page, `Unlock sign-in of ${email}`).click();
  await repair(page, "The person could sign in again.", "Unlock sign-in");
  await expect(button(page, `Lock sign-in of ${email}`)).toBeVisible();

  // An event that there is to send.
  await createSession(stack);
  await page.goto(`${baseUrl}/admin/merchants?q=${encodeURIComponent(stack.signIn?.email ?? "")}`);
  await page.getByRole("table").getByRole("link").first().click();
  await button(page, /^Replay events to/)
    .first()
    .click();
  await button(page, "Count events").click();
  await expect(page.getByText("Choose a day and a time.")).toBeVisible();
  await isInOrder(page);
  await page.getByLabel("From").fill("2026-01-01T10:00");
  await button(page, "Count events").click();
  await repair(page, /^[1-9]\d* events? would be sent to/, "Replay events");
  await isAudited(page, "webhook_replay.create");
});

test("a relay wallet is looked at by keyboard alone, and stays in service", async ({ page }) => {
  await openAsAdmin(page, stack, "/admin");
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  await page.keyboard.press("g");
  await page.keyboard.press("r");
  await expect(page.getByRole("heading", { level: 1, name: "Relay" })).toBeFocused();
  const retire = button(page, /^Retire the wallet/).first();
  await retire.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: /^Retire the wallet/ });
  await expect(dialog.getByText(/^Other wallets in service: \d+\.$/)).toBeVisible();
  await expect(dialog.getByLabel("Reason")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(retire).toBeFocused();
});
