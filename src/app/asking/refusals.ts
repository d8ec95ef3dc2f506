// Asks for what isn't there, once each, and looks at how a service says no (S-12, S-14, S-17, S-19).

import { isRecord } from "../../model/record.js";
import type { Seen } from "../../model/service-questions.js";
import type { ProbeAnswer } from "../../service/probe.js";
import { type Asker, isRefused } from "./asker.js";
import type { Known, Say } from "./nonces.js";

/** Names that no service knows. */
const NO_SUCH = "BOTFORM_ASKS";
/** Beyond every id in sight. */
const FAR = 1_000_003;

/** @param highestId of the bots that are there */
export async function askRefusals(asker: Asker, known: Known, highestId: number, say: Say): Promise<void> {
  const wrongs = [
    {
      name: "unknownBot",
      ask: () => asker.askWrong({ name: "botDetails", parameters: [["botId", highestId + FAR]] }),
      what: "details of a bot that isn't there",
    },
    {
      name: "unknownExchange",
      ask: () => asker.askWrong({ name: "listBots", parameters: [["exchange", NO_SUCH]] }),
      what: "the list of an unknown exchange",
    },
  ] as const;
  for (const { name, ask, what } of wrongs) {
    if (known.has(name)) continue;
    const answer = await ask();
    if (isRefused(answer)) {
      await say({ name, value: "error", detail: `${what}: refused` });
      for (const seen of shapeOf(answer)) await say(seen);
    } else if (isEmpty(answer)) await say({ name, value: "empty", detail: `${what}: an empty list` });
  }
  if (!known.has("methods")) {
    const answer = await asker.askWrong({ name: "accountInformation", method: "GET" });
    const value = isRefused(answer) ? "strict" : "any";
    await say({ name: "methods", value, detail: `GET of the account information: HTTP ${answer.status}` });
  }
  if (!known.has("parameters")) {
    const answer = await asker.askWrong({ name: "pairList", parameters: [[NO_SUCH, 1]] });
    const value = isRefused(answer) ? "strict" : "lenient";
    await say({ name: "parameters", value, detail: `pairs with an unknown parameter: HTTP ${answer.status}` });
  }
}

function isEmpty({ verdict }: ProbeAnswer): boolean {
  return verdict.kind === "success" && Array.isArray(verdict.data) && verdict.data.length === 0;
}

/** How a refusal looks. */
export function shapeOf({ status, text, json }: ProbeAnswer): readonly Seen[] {
  const isEnvelope = isRecord(json) && "isSuccess" in json;
  const isOfFramework = isRecord(json) && "name" in json && "code" in json;
  const plain = text === "" ? "empty" : /^\s*</.test(text) ? "html" : "text";
  const shape = isEnvelope ? "envelope" : isOfFramework ? "framework" : plain;
  const seen: Seen[] = [
    { name: "errorShape", value: shape, detail: `of a refusal with HTTP ${status}` },
    { name: "errorStatus", value: status >= 400 ? "http" : "200", detail: `HTTP ${status}` },
  ];
  return isEnvelope ? [...seen, { name: "errorData", value: dataForm(json), detail: "in the envelope" }] : seen;
}

function dataForm(envelope: Readonly<Record<string, unknown>>): string {
  if (!("data" in envelope)) return "absent";
  const { data } = envelope;
  return data === null ? "null" : Array.isArray(data) ? "array" : typeof data;
}
