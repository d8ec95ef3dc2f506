// botform fleet serve: looks after accounts, and serves the page on which people watch them and answer plans.
import { command } from "../../command.js";
import { servingFleet } from "../../looking-options.js";
import { each } from "../../option-values.js";
import { accounts, configurationArgument, configured, list, option } from "../../options.js";

export const fleetServe = command({
  name: "fleet serve",
  summary:
    "Look after the accounts, and serve a page on which people watch them, answer plans, hold bots and stop accounts. Only this machine reaches it unless a proxy signs people in.",
  arguments: () => list(configurationArgument()),
  options: () =>
    list(
      ...configured(),
      ...accounts("by default all of the configuration"),
      option("--listen <address>", "where the page is; port 0 takes a free one").default("127.0.0.1:8400"),
      option("--page-only", "look after no account: others do, with the same ledger"),
      option("--trust-header <name>", "the header in which a proxy passes on who asks; people: says what each may do"),
      option("--trust-from <address...>", "the proxy's addresses: from elsewhere that header is refused").argParser(
        each,
      ),
      option("--public-url <url>", "where browsers find the page behind the proxy"),
      ...servingFleet(),
    ),
  examples: [
    "botform fleet serve",
    "botform fleet serve --page-only --listen 127.0.0.1:0",
    "botform fleet serve -c fleet/ --listen 10.0.0.5:8400 --trust-header X-Remote-User --trust-from 10.0.0.2 --public-url https://bots.example.com",
  ],
  exitCodes: {
    1: "it can't listen there, the ledger can't be used, or another process looks after the same accounts",
    3: "the configuration has errors, or others could reach the page unknown; while it runs, the last configuration without errors counts",
    130: "interrupted with Ctrl-C, which is how it ends",
  },
  notes:
    "It does what botform reconcile does with a ledger in a folder, and what botform fleet worker does with one in a database. The address that it prints opens the page once, within 10 minutes; the signal USR2 makes it print a new one. /healthz and /readyz tell whether it runs.",
  run: async (host, options) => (await import("../../terminal/serve.js")).serve(host, options),
  exitCode: (code) => code,
});
