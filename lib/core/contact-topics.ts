/** What somebody writes about. */
export const contactTopics = ["sales", "support", "partnership", "security", "other"] as const;
export type ContactTopic = (typeof contactTopics)[number];
