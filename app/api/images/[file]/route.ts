import { serveImage } from "@/lib/server/serve-image";

export const GET = serveImage;
