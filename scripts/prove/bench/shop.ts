import { createStipend } from "@/sdk/src/stipend";
import { openStage } from "./bench-stage";
import { type Contestant, measureInTurn } from "./request-load";

const PRODUCTS = 50;

const coffee = {
  name: "Coffee, 250 g",
  description: "Washed, from Sidamo. Roasted on Mondays, sent on Tuesdays.",
  price: "12500000",
  currency: "USDC",
  type: "one_time",
  interval: null,
  intervalCount: null,
  stock: null,
  isActive: true,
} as const;

/** A shop of 50 products, and what is measured beside it: both with the merchant's own requests of sessions. */
async function openContestants(baseUrl: string, key: string) {
  const api = createStipend({ baseUrl, key });
  const ids: string[] = [];
  for (let at = 0; at < PRODUCTS; at += 1) {
    // Every other one is counted, and no run sells it out.
    const stock = at % 2 === 0 ? null : 100_000_000;
    const { id } = await api.products.create({ ...coffee, name: `Coffee ${at}`, stock });
    ids.push(id);
  }
  const slug = `bench-${Date.now()}`;
  const look = { logoUrl: null, coverImageUrl: null, accentColor: "#1a7f64" };
  await api.storefront.save({ slug, name: "Aurora Coffee", description: null, ...look });
  await api.storefront.publish();
  const order = { amount: "12500000", currency: "USDC" } as const;
  const session = await api.paymentSessions.create(order);
  const headers = { authorization: `Bearer ${key}` };
  const sessions = `${baseUrl}/v1/payment-sessions`;
  const checkoutOf = (id: string | undefined) => `${baseUrl}/store/${slug}/products/${id}/checkout`;
  return {
    readSession: {
      name: "GET /v1/payment-sessions/{id}",
      load: { url: `${sessions}/${session.id}`, method: "GET", headers },
    },
    readShop: {
      name: `GET /store/{slug}, ${PRODUCTS} products`,
      load: { url: `${baseUrl}/store/${slug}?mode=test`, method: "GET" },
    },
    createSession: {
      name: "POST /v1/payment-sessions",
      load: { url: sessions, headers, body: JSON.stringify(order) },
    },
    checkOut: {
      name: "checkout, not counted",
      load: { url: checkoutOf(ids[0]), body: "{}" },
    },
    checkOutCounted: {
      name: "checkout, counted stock",
      load: { url: checkoutOf(ids[1]), body: "{}" },
    },
  } as const satisfies Record<string, Contestant>;
}

const stage = await openStage();
try {
  const { baseUrl, apiKeys } = stage.demo.info;
  const contestants = await openContestants(baseUrl, apiKeys.secret);
  const best = await measureInTurn(Object.values(contestants));
  const rate = ({ name }: Contestant) => best.get(name) ?? 0;
  const { readSession, readShop, createSession, checkOut, checkOutCounted } = contestants;
  const tell = (one: Contestant, other: Contestant, aim: string) =>
    console.log(`${one.name} : ${other.name} = ${(rate(one) / rate(other)).toFixed(2)} (${aim})`);
  console.log("");
  tell(readShop, readSession, "aim: at least 1.5");
  tell(checkOut, createSession, "aim: at least 0.6");
  tell(checkOutCounted, createSession, "aim: at least 0.6");
} finally {
  await stage.stop();
}
