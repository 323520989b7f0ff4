import { keccak256, stringToHex } from "viem/utils";
import type { MandateRequest, SubscribePage } from "@/lib/contract/subscriptions/hosted-subscribe";

/** Who subscribes on `page`. */
export const account = `0x${"a1".repeat(20)}`;
export const token = `0x${"c3".repeat(20)}`;
export const manager = `0x${"d4".repeat(20)}`;
const registry = `0x${"e5".repeat(20)}`;
/** Unix seconds. */
export const now = 1_800_000_000;

/** The page of a monthly plan of 10 in twelve charges. */
export const page: SubscribePage = {
  planId: "plan_1",
  mode: "test",
  name: "Club",
  description: null,
  amount: "10",
  currency: "USDC",
  decimals: 6,
  tokenAddress: token,
  merchantId: "7",
  subscriptionsAddress: manager,
  registryAddress: registry,
  interval: "monthly",
  intervalCount: 1,
  intervalSeconds: 2_592_000,
  trialDays: 0,
  cycles: 12,
  endsByItself: false,
  cap: "120",
  active: true,
  merchant: {
    name: "Acme",
    website: null,
    supportEmail: null,
    logo: null,
    open: true,
    timeZone: "UTC",
  },
  network: {
    chainId: 31337,
    label: "Local",
    rpcUrls: [],
    explorer: null,
    nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
  },
  pageUrl: "http://localhost/subscribe/plan_1",
  manageUrl: "http://localhost/subscriptions",
  email: null,
  returnTo: null,
  start: null,
  createdAt: "2027-01-15T08:00:00.000Z",
  asOf: "2027-01-15T08:00:00.000Z",
  testWallet: false,
  connectors: null,
};

/** Terms of `page` as its payer signs them, with 5 for other subscriptions. */
export const signed: MandateRequest["signed"] = {
  payer: account,
  registry,
  merchantId: "7",
  token,
  amount: "10",
  interval: "2592000",
  startAt: String(now),
  endAt: String(now + 12 * 2_592_000),
  permitValue: "125",
  permitDeadline: String(now + 900),
  permitNonce: "4",
  ref: keccak256(stringToHex("plan_1")),
};
