import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { connectApi } from "@/cli/src/pay/pay-by-api";
import { findChromium } from "@/scripts/prove/find-chromium";
import type { DemoInfo } from "./demo/demo-info";
import { dataFolder } from "./demo/demo-options";
import { kept } from "./demo/kept";

const OUTPUT = "docs/pay-page.png";
const DESK = { width: 1120, height: 700 };
const PHONE = { width: 390, height: 800 };
const PICTURE = { width: 1200, height: 640 };

/** Photographs the running demo for the README: the pay page on a desk, and its receipt on a phone. */
async function takePicture(): Promise<void> {
  const folder = dataFolder({ dataDir: process.env.DEMO_DATA_DIR });
  const info = JSON.parse(readFileSync(join(folder, kept.info), "utf8")) as DemoInfo;
  const session = await connectApi(info).paymentSessions.create({
    amount: "48500000",
    currency: "USDC",
    description: "Order 2041: two bags of Ethiopia Guji, whole bean, and a ceramic dripper",
  });
  const url = `${info.baseUrl}/pay/${session.id}`;
  const isRoot = process.getuid?.() === 0;
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: isRoot ? ["--no-sandbox"] : [],
  });
  const desk = await photograph(browser, url, DESK);
  const phone = await photograph(browser, url, PHONE, pay);
  const page = await browser.newPage({ viewport: PICTURE });
  await page.setContent(compose(desk, phone));
  await page.screenshot({ path: OUTPUT });
  await browser.close();
  console.log(`Wrote ${OUTPUT}`);
}

async function photograph(
  browser: Browser,
  url: string,
  viewport: { width: number; height: number },
  act: (page: Page) => Promise<void> = async () => {},
): Promise<string> {
  const page = await browser.newPage({ viewport, deviceScaleFactor: 2, locale: "en-GB" });
  await page.goto(url, { waitUntil: "networkidle" });
  await act(page);
  const image = await page.screenshot({ animations: "disabled" });
  await page.close();
  return `data:image/png;base64,${image.toString("base64")}`;
}

async function pay(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Test wallet" }).click();
  await page.getByRole("button", { name: "Sign and pay" }).click();
  await page.getByRole("heading", { name: "Payment complete" }).waitFor();
}

const compose = (desk: string, phone: string) => `
  <style>
    body { margin: 0; background: #e9ebee; }
    img { position: absolute; box-shadow: 0 12px 32px rgb(0 0 0 / 16%); }
    .desk { left: 40px; top: 60px; width: 824px; border-radius: 10px; }
    .phone { right: 40px; top: 52px; width: 247px; border-radius: 26px; border: 7px solid #16181d; }
  </style>
  <img class="desk" src="${desk}"><img class="phone" src="${phone}">`;

await takePicture();
