import { expect, type Page, test } from "@playwright/test";
import { privateKeyToAccount } from "viem/accounts";
import { registry } from "@/lib/contract/registry";
import { fundedKey } from "./fund";
import { injectWallet } from "./injected-wallet";
import { reportLeak } from "./leak-reporter";
import {
  doAged,
  enrolByApi,
  makeKey,
  replaceCodesByApi,
  signUpByApi,
  storeKey,
  watchProblems,
} from "./own-account";
import { sharedStack, withDatabase } from "./stack";

const stack = sharedStack();
const { baseUrl, chainId, rpcUrl } = stack;
const at = (path: string, mode: "test" | "live" = "live") =>
  `${baseUrl}/dashboard/${path}?mode=${mode}`;
const addressOf = (key: `0x${string}`) => privateKeyToAccount(key).address;
const [owner, next] = [fundedKey(stack), fundedKey(stack, 1)];

/** How an endpoint that needs a recent authentication is used on its page. */
interface Use {
  /** Opens the page and fills in what is not refused. */
  open(page: Page): Promise<void>;
  /** Makes the call. */
  act(page: Page): Promise<void>;
  /** The page shows that it is done. */
  done(page: Page): Promise<void>;
}

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const dialogOf = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });

async function openEndpoint(page: Page): Promise<void> {
  await page.goto(at("developers/webhooks"));
  await page.getByRole("link", { name: "https://127.0.0.1:9/hook" }).click();
  await expect(button(page, "Rotate secret")).toBeVisible();
}

async function storeSecret(page: Page): Promise<void> {
  const shown = dialogOf(page, /signing secret/);
  await shown.getByLabel("I have stored the secret").check();
  await shown.getByRole("button", { name: "Done" }).click();
}

/** Sends what the owner's wallet is to send, or leaves it. */
const sending = (page: Page) => dialogOf(page, "Send it from the owner's wallet");

/** In this order: each takes what the one before has left. */
const uses: Readonly<Record<string, Use>> = {
  onboardMerchant: {
    open: async (page) => {
      await page.goto(`${baseUrl}/onboarding?mode=test`);
      await page.getByLabel("Business name").fill("Una's Umbrellas");
      await page.getByLabel("What do you sell?").fill("Umbrellas");
      await page.getByLabel("Country").selectOption("Spain");
      await page.getByLabel("Wallet address").fill(addressOf(owner));
    },
    act: async (page) => {
      await button(page, "Review").click();
      await button(page, "Send").click();
    },
    done: (page) => page.waitForURL(/\/dashboard\/settings\/live\?mode=test$/),
  },
  proveWallet: {
    open: async (page) => void (await page.goto(at("settings/onchain"))),
    act: async (page) => {
      await button(page, "Sign and register").click();
      const register = dialogOf(page, "Register for live payments");
      await register.getByRole("button", { name: "Continue" }).click();
      await register.getByRole("button", { name: "Sign with Example Wallet" }).click();
    },
    done: (page) =>
      expect(page.getByText("Registered", { exact: true })).toBeVisible({ timeout: 60_000 }),
  },
  createApiKey: {
    open: async (page) => void (await page.goto(at("developers/keys"))),
    act: async (page) => {
      await button(page, "Create key").click();
      const create = dialogOf(page, /^Create a/);
      await create.getByLabel("What is it for?").fill("Shop");
      await create.getByRole("button", { name: "Create key" }).click();
    },
    done: async (page) => void (await storeKey(page, "Shop")),
  },
  rotateApiKey: {
    open: async (page) => void (await page.goto(at("developers/keys"))),
    act: async (page) => {
      await button(page, "Rotate Shop").click();
      const rotate = dialogOf(page, "Rotate the key “Shop”?");
      await rotate.getByLabel("Type “Shop” to confirm").fill("Shop");
      await rotate.getByRole("button", { name: "Rotate key" }).click();
    },
    done: async (page) => void (await storeKey(page, "Shop")),
  },
  revealApiKeySuccessor: {
    open: async (page) => {
      await page.goto(at("developers/keys", "test"));
      const token = await makeKey(page, "Leaky");
      await reportLeak(stack, { token, url: "https://github.com/octocat/shop/blob/1/a.ts" });
      await page.reload();
    },
    act: (page) => button(page, "Reveal the new key").click(),
    done: async (page) => void (await storeKey(page, "Leaky")),
  },
  createWebhookEndpoint: {
    open: async (page) => void (await page.goto(at("developers/webhooks"))),
    act: async (page) => {
      await button(page, "Create endpoint").first().click();
      const form = dialogOf(page, "Create a live endpoint");
      await form.getByLabel("URL").fill("https://127.0.0.1:9/hook");
      await form.getByRole("button", { name: "Create endpoint" }).click();
    },
    done: storeSecret,
  },
  updateWebhookEndpoint: {
    open: openEndpoint,
    act: async (page) => {
      await button(page, "Edit").click();
      const form = dialogOf(page, "Edit endpoint");
      await form.getByLabel("Description (optional)").fill("The warehouse");
      await form.getByRole("button", { name: "Save" }).click();
    },
    done: (page) => expect(page.getByText("The warehouse").first()).toBeVisible(),
  },
  enableWebhookEndpoint: {
    open: async (page) => {
      await openEndpoint(page);
      await button(page, "Disable").click();
      await page
        .getByRole("dialog")
        .getByRole("button", { name: /^Disable/ })
        .click();
      await expect(button(page, "Enable")).toBeVisible();
    },
    act: (page) => button(page, "Enable").click(),
    done: (page) => expect(page.getByText("Endpoint enabled.")).toBeVisible(),
  },
  rotateWebhookSecret: {
    open: openEndpoint,
    act: async (page) => {
      await button(page, "Rotate secret").click();
      await page.getByLabel("Type “rotate” to confirm").fill("rotate");
      await page
        .getByRole("dialog")
        .getByRole("button", { name: /^Rotate/ })
        .click();
    },
    done: storeSecret,
  },
  updateAgentConfig: {
    open: async (page) => {
      await page.goto(at("agent"));
      await expect(page.getByRole("checkbox", { name: "Commerce" })).toBeEnabled();
    },
    act: (page) => page.getByRole("checkbox", { name: "Commerce" }).check(),
    done: async (page) => {
      await expect(page.getByText("Saved.").first()).toBeVisible();
      const limits = page.getByRole("region", { name: "Commerce limits" });
      await limits.getByLabel("Approval above, in USD").fill("100");
      await limits.getByLabel("Cap for 30 days, in USD").fill("500");
      await limits.getByRole("button", { name: "Save limits" }).click();
      await expect(limits.getByRole("button", { name: "Save limits" })).toBeEnabled();
    },
  },
  updateOwnMerchant: {
    open: async (page) => void (await page.goto(at("settings/onchain"))),
    act: async (page) => {
      await button(page, "Change payout wallet").click();
      const change = dialogOf(page, "Change the payout wallet");
      await change.getByLabel("New payout wallet").fill(addressOf(next));
      await change.getByRole("button", { name: "Continue" }).click();
    },
    done: (page) => expect(sending(page)).toBeVisible(),
  },
  releaseHold: {
    open: (page) => decideHold("Release").open(page),
    act: (page) => decideHold("Release").act(page),
    done: (page) => expect(page.getByText("The payment is released.")).toBeVisible(),
  },
  refundHold: {
    open: (page) => decideHold("Refund").open(page),
    act: (page) => decideHold("Refund").act(page),
    done: (page) => page.waitForURL(/\/dashboard\/refunds\/re_/),
  },
  transferOwnership: {
    open: async (page) => void (await page.goto(at("settings/onchain"))),
    act: async (page) => {
      await button(page, "Transfer ownership").click();
      const transfer = dialogOf(page, "Transfer ownership");
      await transfer.getByLabel("New owner's wallet").fill(addressOf(next));
      await transfer.getByRole("button", { name: "Continue" }).click();
    },
    done: (page) => expect(sending(page)).toBeVisible(),
  },
};

/** Holds a payment that the business of the page was sent, as the indexer leaves it at finality. */
async function holdPayment(): Promise<void> {
  await withDatabase(
    stack,
    (sql) => sql`
      insert into transactions (id, merchant_id, mode, deployment_id, type, status, amount, currency, fee,
        net_amount, fee_bps, from_address, to_address, token_address, payment_id, ref, chain_id, tx_hash,
        log_index, block_number, block_timestamp, payment_exception)
      select new_id('txn'), r.merchant_id, r.mode, r.deployment_id, 'payment', 'pending', 5000000, 'USDC',
        0, 5000000, 0, decode(repeat('cd', 20), 'hex'), r.payout, decode(${stack.tokens.USDC.slice(2)}, 'hex'),
        sha256(random()::text::bytea), sha256(random()::text::bytea), d.chain_id, sha256(random()::text::bytea), 0, 1, now(), 'screening'
      from merchant_registrations r join deployments d on d.id = r.deployment_id
      where r.mode = 'live' order by r.created_at desc limit 1`,
  );
}

const decideHold = (verb: "Refund" | "Release"): Pick<Use, "open" | "act"> => ({
  open: async (page) => {
    await holdPayment();
    await page.goto(at("compliance"));
  },
  act: async (page) => {
    const holds = page.getByRole("region", { name: "Payments on hold" });
    await holds.getByRole("button", { name: verb }).first().click();
    const decide = dialogOf(page, new RegExp(`^${verb} the held payment`));
    await decide.getByLabel("Reason").fill("Looked at");
    await decide.getByRole("button", { name: `${verb} payment` }).click();
  },
});

test("every endpoint that is declared with step-up is used long after signing in: the page asks in place and goes on", async ({
  page,
}) => {
  test.setTimeout(600_000);
  page.setDefaultTimeout(60_000);
  // Those of admin users are asked for in the console, and a job's approval in agent-jobs.spec.
  const declared = [...registry]
    .filter(([name, { stepUp, auth }]) => stepUp && auth !== "admin" && name !== "approveJob")
    .map(([name]) => name);
  expect(Object.keys(uses).sort(), "each has its use here").toEqual(declared.sort());
  const problems = watchProblems(page);
  const email = `una-${Date.now()}@example.com`;
  await injectWallet(page, { chainId, rpcUrl, privateKey: owner });
  await signUpByApi(page, stack, { email, password: "correct horse battery staple" });
  let codes: string[] = [];
  for (const [name, { open, act, done }] of Object.entries(uses)) {
    await test.step(name, async () => {
      const steps = { open: () => open(page), act: () => act(page) };
      await doAged(page, stack, { email, ...steps, code: codes.shift() });
      await done(page);
      await expect(page.getByText("Confirm it's you to continue.")).toHaveCount(0);
    });
    if (name === "onboardMerchant") codes = [...(await enrolByApi(page, stack))];
    else if (codes.length === 1) codes = [...(await replaceCodesByApi(page, stack))];
  }
  expect(problems).toEqual([]);
});
