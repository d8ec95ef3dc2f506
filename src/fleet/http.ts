// What is used of the HTTP framework and of the metrics: a file of the bundle of its own (tools/build.mjs), loaded only by what serves pages or figures.
// biome-ignore lint/performance/noBarrelFile: an entry of the bundle, which nothing in src imports
export { createAdaptorServer } from "@hono/node-server";
export { Hono } from "hono";
export { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
