// The state of a fleet as text: how many accounts are in each state, those that aren't in step, and the plans that wait.

import { LEDGER_REPAIR } from "../../model/bot/observed.js";
import {
  ACCOUNT_STATES,
  type AccountState,
  type FleetAccount,
  type FleetPlan,
  type FleetState,
  rolloutNeeds,
  STATE_WORDS,
} from "../../model/fleet-state.js";
import { shortDigest } from "../../model/planfile/approval.js";
import { counted } from "../../model/text/counted.js";
import { namesText } from "../../model/text/named.js";
import { clean } from "../sanitize.js";
import type { Paint } from "./paint.js";
import { utc } from "./value.js";

/** @param same what a command to type next needs */
export function fleetText(
  { accounts, counts, plans, ...rest }: FleetState & { readonly same: string },
  colour: Paint,
): string {
  const head = ACCOUNT_STATES.filter((state) => counts[state] > 0).map((state) =>
    painted(state, colour)(`${counts[state]} ${STATE_WORDS[state]}`),
  );
  const summary =
    accounts.length === 0 ? "No account is known.\n" : `${counted(accounts.length, "account")}: ${head.join(", ")}\n`;
  const rows = accounts.filter(({ state }) => state !== "in-step");
  const width = Math.max(0, ...rows.map(({ account }) => clean(account).length));
  const lines = rows.map((one) => accountLine(one, width, colour));
  const fine = accounts.filter(({ state }) => state === "in-step").map(({ account }) => clean(account));
  const steady = fine.length === 0 ? "" : `${colour.good("in step")}  ${namesText(fine)}\n`;
  const needs = rolloutNeeds(rest);
  const rollout =
    needs === undefined
      ? ""
      : `${colour.bad("The roll-out")} needs a person: ${clean(needs)}: botform rollout status${rest.same}\n`;
  return `${summary}${rollout}${lines.join("")}${steady}${plansText(plans, rest.same, colour)}${lostText(rest, colour)}`;
}

function painted(state: AccountState, colour: Paint): (text: string) => string {
  if (state === "in-step") return colour.good;
  if (state === "held") return colour.faint;
  return state === "waiting" || state === "drifted" ? colour.change : colour.bad;
}

function accountLine({ account, state, why, lookedAt }: FleetAccount, width: number, colour: Paint): string {
  const looked = lookedAt === null ? "" : colour.faint(`  (looked at ${utc(lookedAt)})`);
  return `${clean(account).padEnd(width)}  ${painted(state, colour)(STATE_WORDS[state])}: ${clean(why)}${looked}\n`;
}

function plansText(plans: readonly FleetPlan[], same: string, colour: Paint): string {
  if (plans.length === 0) return "";
  const lines = plans.map(({ digest, account, state, steps, expiresAt }) => {
    const way = state === "waiting" ? `botform approve ${shortDigest(digest)}${same}` : "approved, not carried out yet";
    return `  ${shortDigest(digest)}  ${clean(account)}, ${counted(steps, "step")}, until ${utc(expiresAt)}: ${way}\n`;
  });
  return `\n${colour.bold("Plans")}\n${lines.join("")}`;
}

function lostText({ unusable, damaged }: Pick<FleetState, "unusable" | "damaged">, colour: Paint): string {
  const plans = unusable.map(({ digest, why }) => `${colour.bad(`plan ${shortDigest(digest)}:`)} ${clean(why)}\n`);
  const lost =
    damaged === undefined ? "" : `${colour.bad("Part of the ledger is lost:")} ${clean(damaged)}\n${LEDGER_REPAIR}\n`;
  return `${plans.join("")}${lost}`;
}
