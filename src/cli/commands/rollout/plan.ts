// botform rollout plan: what a roll-out would do, wave by wave, and nothing done.
import { command, shown } from "../../command.js";
import { atOnce, configured, envFrom, format, journal, limits, list, requests, verbose } from "../../options.js";

export const rolloutPlan = command({
  name: "rollout plan",
  summary:
    "Show what a roll-out would do: each wave with its accounts, its changes and what they may cost, the gates between the waves, and what becomes of the bots if a wave fails. While one is under way, what is left of it. Changes nothing.",
  options: () => list(...configured(), atOnce(), ...requests(), ...limits(), journal(), verbose(), format(), envFrom()),
  examples: ["botform rollout plan", "botform rollout plan -c fleet/ --verbose", "botform rollout plan --format json"],
  exitCodes: {
    0: "every plan could be applied",
    1: "an account couldn't be read",
    3: "the configuration has errors, or declares no waves; or a plan has errors",
    5: "a command sent by an earlier run may still take effect",
    6: "a policy, a limit or a breaker would refuse a plan",
  },
  run: async (host, options) => (await import("../../writing/rollout.js")).reviewNow(host, options),
  exitCode: ({ exitCode }) => exitCode,
  diagnostics: ({ diagnostics }) => diagnostics,
  show: ({ facts }) => shown("rollout plan", facts),
});
