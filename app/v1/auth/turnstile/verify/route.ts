import { routes } from "@/lib/server/routes";
import { serveChallenge } from "@/lib/server/serve-challenge";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ POST: serveChallenge() });
