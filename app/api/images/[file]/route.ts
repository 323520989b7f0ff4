import { serveImage } from "@/lib/server/api/serve-image";

export const GET = serveImage;
