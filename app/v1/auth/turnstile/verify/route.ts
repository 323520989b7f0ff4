import { serveChallenge } from "@/lib/server/api/serve-challenge";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ POST: serveChallenge() });
