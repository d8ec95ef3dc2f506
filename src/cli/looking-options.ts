// Options of commands that look again and again: where the configuration comes from, what they may do, and who watches them.
import { positive } from "./option-values.js";
import {
  commandTimeout,
  envFrom,
  every,
  format,
  journal,
  limits,
  list,
  locks,
  notices,
  option,
  requests,
} from "./options.js";

/** Of processes that something else starts and watches. */
export const health = () =>
  option(
    "--health <address>",
    "where /healthz, /readyz and /metrics (OpenMetrics) answer whoever reaches it, without a sign-in; port 0 takes a free one",
  );

/** Where the configuration comes from, for commands that ask again and again. */
export const sources = () =>
  list(
    option("--git <address>", "take the configuration from this Git repository; --config is then its path in there"),
    option("--ref <name>", "with --git: the branch, or a whole ref, as refs/tags/v1 (default: main)"),
    option("--source <where>", "take it from files, or from the ledger, where botform fleet push puts it")
      .choices(["files", "ledger"])
      .default("files")
      .conflicts("git"),
  );

/** Of a fleet's own processes. */
export const servingFleet = () =>
  list(
    option("--accounts-at-once <number>", "accounts that it looks at at the same time").argParser(positive).default(4),
    every("look so often").default(300, "5m"),
    health(),
    ...lookingAfter(),
  );

/** Of commands that look again and again, and may apply. */
export const lookingAfter = () =>
  list(
    option(
      "--log-format <format>",
      "messages on standard error: as text, or a line of JSON each, with time, level and account",
    )
      .choices(["text", "json"])
      .default("text"),
    ...sources(),
    journal(),
    format(),
    ...notices("post each report"),
    commandTimeout(),
    ...locks(),
    ...limits(),
    ...requests(),
    envFrom(),
  );
