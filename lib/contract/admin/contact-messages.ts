import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { id, idParams, instant, listOf, pageQuery, says } from "@/lib/contract/fields";
import { contactTopics } from "@/lib/core/kinds";

const shared = { auth: "admin", tag: "Admin", role: "admin" } as const;
const adminId = "adm_8fK2mQ0xZ7dVbN4tRj1LcW5Y";

const message = z
  .object({
    id: id("contactMessage"),
    object: z.literal("contact_message"),
    name: z.string().meta(says("The writer's name", "Ada Lovelace")),
    email: z.string().meta(says("The writer's address", "ada@example.com")),
    company: z.string().nullable().meta(says("The writer's company; null if none was given")),
    topic: z.enum(contactTopics),
    message: z.string().meta(says("What was written", "We would like to sell memberships.")),
    answeredAt: instant.nullable().meta(says("When it was marked as answered; null if it is open")),
    answeredBy: z.string().nullable().meta(says("The admin user who did; null if open", adminId)),
    createdAt: instant,
  })
  .meta({ id: "AdminContactMessage" });

export const listContactMessages = endpoint({
  ...shared,
  method: "GET",
  path: "/v1/admin/contact-messages",
  summary: "List messages of the contact form",
  query: z.strictObject({
    ...pageQuery,
    status: z
      .enum(["open", "answered"])
      .optional()
      .meta(says("Whether it is marked as answered", "open")),
  }),
  status: 200,
  response: listOf(message),
});

const marking = {
  ...shared,
  method: "POST",
  params: idParams,
  status: 201,
  response: message,
  errors: ["not_found"],
} as const;

export const answerContactMessage = endpoint({
  ...marking,
  path: "/v1/admin/contact-messages/{id}/answered",
  summary: "Mark a message as answered",
  description: "If it is marked already, nothing changes.",
});

export const reopenContactMessage = endpoint({
  ...marking,
  path: "/v1/admin/contact-messages/{id}/open",
  summary: "Mark a message as open again",
  description: "If it is open, nothing changes.",
});
