import { sql } from "drizzle-orm";
import { index, pgTable, text } from "drizzle-orm/pg-core";
import { type ContactTopic, contactTopics } from "@/lib/core/kinds";
import { adminUsers } from "./admin-users";
import { oneOf } from "./checks";
import { createdAt, instant } from "./columns";

/** What was sent by the contact form. */
export const contactMessages = pgTable(
  "contact_messages",
  {
    id: text().primaryKey(),
    name: text().notNull(),
    email: text().notNull(),
    company: text(),
    topic: text().$type<ContactTopic>().notNull(),
    message: text().notNull(),
    createdAt: createdAt(),
    /** When an admin user said that it is answered, and who; null while it is open. */
    answeredAt: instant(),
    answeredBy: text().references(() => adminUsers.id),
    /** By then the message has been answered; it is deleted. */
    expiresAt: instant().notNull(),
  },
  (table) => [
    index("contact_messages_expiry").on(table.expiresAt, table.id),
    index("contact_messages_recent").on(table.createdAt, table.id),
    index("contact_messages_open")
      .on(table.createdAt, table.id)
      .where(sql`${table.answeredAt} is null`),
    oneOf("contact_messages_topic", table.topic, contactTopics),
  ],
);
