import { scopes } from "@/lib/core/scopes";
import { chars, inAnHour, text, wrongEmails } from "./wrong-values";

/** What an API key's body must and must not hold. */
export const wrongKeys = {
  createApiKey: {
    required: ["name", "scopes", "mode"],
    wrong: {
      name: text("", chars(81)),
      scopes: [
        ...[null, 7, {}, "", "everything", "sessions_read", [], [null], [[]], ["payments_read"]],
        ...[["sessions_read", "sessions_read"], ["full"], [...scopes, "sessions_read"]],
      ],
      mode: text("", "Test", "staging"),
      kind: text("", "platform", "Secret"),
      expiresAt: text("", "tomorrow", "2026-04-27", "2026-04-27T12:00:00Z", "2026-13-27T12:00:00Z"),
      // They are of a publishable key.
      allowedOrigins: [null, "https://shop.example", [], ["https://shop.example"]],
      apiVersion: text("", "2026-04-26", "latest"),
    },
    right: {
      name: [chars(80)],
      scopes: ["full", "read-only", "checkout-only", [...scopes]],
      kind: ["secret"],
      expiresAt: [inAnHour()],
      apiVersion: ["2026-04-27"],
    },
  },
};

/** The same of the contact form's. */
export const wrongContact = {
  sendContactMessage: {
    required: ["name", "email", "topic", "message"],
    wrong: {
      name: text("", "x", " x ", chars(121)),
      email: text(...wrongEmails, "ada@example.com\r\nBcc: eve@x.example"),
      topic: text("", "Sales", "billing"),
      message: text("", chars(19), ` ${chars(19)} `, chars(4_001)),
      company: text("", "   ", chars(121)),
    },
    right: {
      name: ["xx", chars(120)],
      topic: ["sales", "support", "partnership", "security", "other"],
      message: [chars(20), chars(4_000)],
      company: ["x", chars(120)],
    },
  },
};
