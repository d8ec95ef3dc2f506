// What is used of the query library: a file of the bundle of its own (tools/build.mjs), loaded only where a database is.
// biome-ignore lint/performance/noBarrelFile: an entry of the bundle, which nothing in src imports
export { Kysely, Migrator, PostgresDialect, sql } from "kysely";
