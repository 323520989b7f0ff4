import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { email, id, instant } from "@/lib/contract/fields";
import { contactTopics } from "@/lib/core/kinds";

/** Text whose blanks at the ends do not count. */
const line = (least: number, most: number) => z.string().trim().min(least).max(most);

export const sendContactMessage = endpoint({
  method: "POST",
  path: "/v1/contact",
  tag: "Contact",
  summary: "Contact support",
  description:
    "Emails the message to the support inbox, which replies to `email`. At most five an hour per address.",
  auth: "none",
  limit: { group: "contact", requests: 5, seconds: 3_600 },
  body: z
    .strictObject({
      name: line(2, 120),
      email,
      topic: z.enum(contactTopics),
      message: line(20, 4_000),
      company: line(1, 120).optional(),
    })
    .meta({
      example: {
        name: "Ada Lovelace",
        email: "ada@example.com",
        topic: "sales",
        message: "We would like to sell memberships in USDC.",
      },
    }),
  status: 201,
  response: z
    .object({
      id: id("contactMessage"),
      object: z.literal("contact_message"),
      topic: z.enum(contactTopics),
      createdAt: instant,
    })
    .meta({ id: "ContactMessage" }),
});
