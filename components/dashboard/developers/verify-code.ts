import type { Language } from "./code-languages";

/** How a receiver verifies a webhook with the endpoint's secret (Standard Webhooks). */
export const verifyCode: Readonly<Partial<Record<Language, string>>> = {
  Node: `import express from "express";
import { webhooks } from "@stipend/sdk";

express()
  .post("/webhooks", express.raw({ type: "application/json" }), async (request, response) => {
    const event = await webhooks.verify({
      payload: request.body,
      headers: request.headers,
      secret: process.env.STIPEND_WEBHOOK_SECRET,
    });
    if (event.type === "payment.completed") await fulfil(event.data.object);
    response.sendStatus(200);
  })
  .listen(3000);`,
  "Next.js": `// app/webhooks/route.ts
import { webhooks } from "@stipend/sdk";

export async function POST(request: Request) {
  const event = await webhooks.verify({
    payload: await request.text(),
    headers: request.headers,
    secret: process.env.STIPEND_WEBHOOK_SECRET!,
  });
  if (event.type === "payment.completed") await fulfil(event.data.object);
  return new Response();
}`,
  Python: `# pip install flask standardwebhooks
import os
from flask import Flask, request
from standardwebhooks import Webhook

app = Flask(__name__)

@app.post("/webhooks")
def receive():
    webhook = Webhook(os.environ["STIPEND_WEBHOOK_SECRET"])
    event = webhook.verify(request.get_data(), dict(request.headers))
    if event["type"] == "payment.completed":
        fulfil(event["data"]["object"])
    return "", 200`,
};
