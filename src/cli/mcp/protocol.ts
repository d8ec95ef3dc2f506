// What is used of the protocol's library: a file of the bundle of its own (tools/build.mjs), loaded only by botform mcp.
// biome-ignore lint/performance/noBarrelFile: an entry of the bundle, which nothing in src imports
export { Server } from "@modelcontextprotocol/sdk/server/index.js";
export { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
export { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
