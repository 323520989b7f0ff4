import { devices, expect, type Request, test } from "@playwright/test";
import { fundedKey } from "./fund";
import { injectWallet } from "./injected-wallet";
import { payPage } from "./pay-page";
import { createSession, getSession, type Stack, sharedStack } from "./stack";
import { startStack } from "./start-stack";

const FINALITY_DEPTH = 40;

let stack: Stack;
let stop = async () => {};

// A stack that is nearer to a public chain: finality takes its time, and there is no faucet.
test.beforeAll(async () => {
  const started = await startStack({
    finalityDepth: FINALITY_DEPTH,
    appEnv: { FAUCET_PRIVATE_KEY: "" },
  });
  ({ stack, stop } = started);
});
test.afterAll(() => stop());

test("between mined and final the payer is told to wait, and cannot pay again", async ({
  page,
}) => {
  await injectWallet(page, { chainId: stack.chainId, privateKey: fundedKey(stack) });
  const session = await createSession(stack, { successUrl: "https://shop.example/thanks" });
  const pay = payPage(page);
  await page.goto(session.checkoutUrl);
  await pay.choose("Example Wallet");
  await pay.button("Sign and pay").click();
  await expect(pay.heading("Paid")).toBeFocused();
  await expect(page.getByText("has your payment")).toBeVisible();
  const noWayToPay = async () => {
    await expect(page.getByRole("button", { name: /pay|sign|wallet/i })).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Return to Acme Coffee" })).toHaveAttribute(
      "href",
      `https://shop.example/thanks?session_id=${session.id}`,
    );
  };
  await noWayToPay();
  expect((await getSession(stack, session.id)).status).toBe("pending");
  await page.reload();
  await expect(pay.heading("Paid")).toBeVisible();
  await noWayToPay();
  await expect(pay.heading("Payment complete")).toBeVisible({ timeout: 120_000 });
  expect((await getSession(stack, session.id)).status).toBe("confirmed");
});

test("a computer without a wallet is offered the phone, and where to get one", async ({ page }) => {
  const session = await createSession(stack);
  await page.goto(session.checkoutUrl);
  await expect(payPage(page).heading("Continue on your phone")).toBeVisible();
  await expect(page.getByRole("img", { name: "QR code" })).toBeVisible();
  await expect(page.getByRole("link", { name: "MetaMask" })).toHaveAttribute(
    "href",
    "https://metamask.io/download",
  );
  await expect(page.getByText("Test wallet")).toHaveCount(0);
});

test.describe("a phone", () => {
  const { userAgent, viewport, isMobile, hasTouch } = devices["iPhone 15"];
  test.use({ userAgent, viewport, isMobile, hasTouch });

  test("without a wallet opens the page in a wallet's own browser", async ({ page }) => {
    const { checkoutUrl } = await createSession(stack);
    await page.goto(checkoutUrl);
    await expect(payPage(page).heading("Open in your wallet")).toBeVisible();
    const links = {
      MetaMask: `https://link.metamask.io/dapp/${checkoutUrl.replace("http://", "")}`,
      "Trust Wallet": `https://link.trustwallet.com/open_url?coin_id=60&url=${encodeURIComponent(checkoutUrl)}`,
    };
    for (const [name, href] of Object.entries(links)) {
      await expect(page.getByRole("link", { name })).toHaveAttribute("href", href);
    }
    // They know some chains, and this is none of them.
    for (const name of ["Base", "Phantom"]) {
      await expect(page.getByRole("link", { name, exact: true })).toHaveCount(0);
    }
  });
});

test("where there is no faucet, asking it for tokens is refused", async ({ page, request }) => {
  const local = await createSession(sharedStack());
  await page.goto(local.checkoutUrl);
  const asked: Request[] = [];
  page.on("request", (sent) => {
    if (sent.method() === "POST" && sent.url().includes("/pay/")) asked.push(sent);
  });
  await payPage(page).choose("Test wallet");
  await expect(payPage(page).heading("Review and sign")).toBeVisible();
  const { id, checkoutUrl } = await createSession(stack);
  // What the wallet asks for, in no certain order, is asked of the other installation too: its faucet is one of it.
  const answers = asked.map(async (sent) => {
    const answer = await request.post(checkoutUrl, {
      headers: { ...sent.headers(), origin: stack.baseUrl },
      data: (sent.postData() ?? "").replaceAll(local.id, id),
    });
    return await answer.text();
  });
  expect(await Promise.all(answers)).toContainEqual(
    expect.stringContaining('"reason":"resource_missing"'),
  );
});
