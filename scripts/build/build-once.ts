import { buildApp } from "@/scripts/run/demo/build-app";

/* Builds the app unless it is built, so that what runs side by side afterwards does not. */

await buildApp(console.log);
