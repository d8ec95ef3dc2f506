// botform diff: what differs between two configurations, or between two live accounts of one.
import { AppError } from "../../app/error.js";
import { EXIT } from "../../app/exit.js";
import { command, shown } from "../command.js";
import {
  accounts,
  argument,
  configured,
  detailedExitcode,
  envFrom,
  format,
  list,
  option,
  requests,
  selected,
} from "../options.js";

export const diff = command({
  name: "diff",
  summary:
    "Show what differs between two configurations (no network, no credentials), or with --from and --to between two live accounts.",
  group: "configuration",
  arguments: () =>
    list(
      argument("[old]", "a configuration: a file, or a folder of YAML files"),
      argument("[new]", "the configuration to compare it with"),
    ),
  options: () =>
    list(
      option("--from <account>", "a live account, by its name in the configuration"),
      option("--to <account>", "the live account to compare it with"),
      ...configured(),
      ...accounts("default: all"),
      ...selected(),
      option("--unscaled", "with --from and --to: undo each account's volumeScale before comparing volumes"),
      detailedExitcode("differences"),
      envFrom(),
      ...requests(),
      format(),
    ),
  check({ from, account, allAccounts, target, exclude }) {
    if (from !== undefined && [account, allAccounts, target, exclude].some((one) => one !== undefined))
      throw new AppError(
        "--account, --all-accounts, --target and --exclude choose from two configurations, not from live accounts\nLeave them out.",
      );
  },
  examples: [
    "botform diff old/ fleet/",
    "botform diff old/ fleet/ --account main --target 'btc-*'",
    "botform diff fleet.yaml new.yaml --detailed-exitcode",
    "botform diff --from main --to copy --unscaled -c fleet/",
  ],
  searches: ({ from }) => from !== undefined,
  async run(host, { old: before, new: after, from, to, ...options }) {
    const { diffConfigurations, diffLive } = await import("../../app/planning/diff.js");
    const { unscaled = false } = options;
    if (before !== undefined && after !== undefined && from === undefined && to === undefined) {
      if (options.config !== undefined || unscaled)
        throw new AppError("--config and --unscaled go with --from and --to, not with two configurations");
      const { accounts: differences, ...about } = diffConfigurations(before, after, options);
      return { ...about, output: shown("diff of configurations", differences) };
    }
    if (before === undefined && from !== undefined && to !== undefined) {
      const { difference, ...about } = await diffLive(host, { ...options, from, to });
      return { ...about, output: shown("diff of accounts", { ...difference, from, to, unscaled }) };
    }
    throw new AppError(
      "diff needs two configurations, or two accounts\nWrite botform diff OLD NEW, or botform diff --from ACCOUNT --to ACCOUNT.",
    );
  },
  exitCode: ({ differs }, { detailedExitcode }) =>
    differs && detailedExitcode === true ? EXIT.changesPending : EXIT.done,
  diagnostics: ({ diagnostics }) => diagnostics,
  show: ({ output }) => output,
});
