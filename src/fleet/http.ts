// What is used of the HTTP framework: a file of the bundle of its own (tools/build.mjs), loaded only by botform fleet serve.
// biome-ignore lint/performance/noBarrelFile: an entry of the bundle, which nothing in src imports
export { createAdaptorServer } from "@hono/node-server";
export { Hono } from "hono";
