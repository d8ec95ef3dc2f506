// Words for a text of the wrong form: pairs, secrets, addresses, names and titles.

import { likelyPair } from "../pair.js";
import { policyText } from "../policies/policy-words.js";
import { quoted } from "../problem.js";
import { holdsVariable, offHint, type Subject, variableWords, type Words } from "./finding.js";
import { mayBeShown } from "./place.js";
import { LONGEST_TEXT } from "./schema-bot.js";

/** By key; any other key holds free text. */
const FORMATS: ReadonlyMap<string | number | undefined, (subject: Subject) => Words> = new Map([
  ["pairTitle", pair],
  ["apiKey", secret],
  ["apiSecret", secret],
  ["apiUrl", url],
  ["hookUrl", url],
  ["hookAccount", secret],
  ["hookToken", secret],
  ["access", alias],
]);

/** Of an account, by the action of a webhook. */
const BY_ACTION: ReadonlyMap<string | number | undefined, (subject: Subject) => Words> = new Map([
  ["hookPaths", hookPath],
  ["hookUrls", secret],
]);

/** What is wrong with a text whose pattern or length doesn't fit. */
export function formatProblem(subject: Subject): Words {
  if (subject.path[0] === "policies" || subject.path[0] === "policyFiles") return policyText(subject);
  const ofAction = subject.path[0] === "accounts" ? BY_ACTION.get(subject.path[2]) : undefined;
  if (ofAction !== undefined) return ofAction(subject);
  // A title inside `accesses` may be named like a setting.
  const key = subject.path.length > 3 ? undefined : subject.path.at(-1);
  return (FORMATS.get(key) ?? freeText)(subject);
}

function pair({ name, value }: Subject): Words {
  const written = String(value);
  if (holdsVariable(written)) return variableWords(name);
  const likely = likelyPair(written);
  return {
    code: "config/bad-pair",
    summary: `${name} must have the form <QUOTE>-<BASE>, not ${quoted(written)}`,
    remedy: likely === undefined ? "Write the quote asset first, in capitals: USDT-BTC." : `Did you mean ${likely}?`,
  };
}

const VARIABLES: Readonly<Record<string, string>> = {
  apiKey: "API_KEY",
  apiSecret: "API_SECRET",
  hookAccount: "HOOK_ACCOUNT",
  hookToken: "HOOK_TOKEN",
};

function secret({ name, path, value }: Subject): Words {
  const variable = `\${env.BOTFORM_${VARIABLES[String(path.at(-1))] ?? "HOOK_URL"}}`;
  if (typeof value === "string" && value.startsWith("${")) {
    return {
      code: "config/bad-reference",
      summary: `${name} doesn't refer to an environment variable that may be read`,
      remedy: `Write ${variable}: names begin with BOTFORM_ and hold capitals, digits and "_".`,
    };
  }
  return {
    code: "config/literal-secret",
    summary: `${name} is written into the file`,
    remedy: `Write ${variable} and set that variable; if the file was ever shared, revoke the old value.`,
  };
}

function url({ name, value }: Subject): Words {
  const isReference = typeof value === "string" && value.startsWith("${");
  return isReference
    ? {
        code: "config/bad-reference",
        summary: `${name} doesn't refer to an environment variable that may be read`,
        remedy: 'Write ${env.BOTFORM_…}: names begin with BOTFORM_ and hold capitals, digits and "_".',
      }
    : {
        code: "config/bad-url",
        summary: `${name} isn't an address`,
        remedy: "Write https://host, or ${env.BOTFORM_…}.",
      };
}

function hookPath({ name }: Subject): Words {
  return {
    code: "config/bad-url",
    summary: `${name} isn't what follows account and token in an address`,
    remedy:
      'Write nothing ("") or a path such as /topup-deal. A whole address belongs into hookUrls, as ${env.BOTFORM_…}.',
  };
}

function alias({ name, value }: Subject): Words {
  return {
    code: "config/bad-name",
    summary: `${name} must be an alias of the account's accesses, not ${quoted(value)}`,
    remedy: "Name the alias (its key in `accesses`), not the access's title.",
  };
}

function freeText({ name, path, value, spec }: Subject): Words {
  const written = String(value);
  const shown = mayBeShown(path) ? ` ${quoted(written)}` : "";
  const bad = (summary: string, remedy: string): Words => ({
    code: "config/bad-text",
    summary,
    remedy: remedy + offHint(spec),
  });
  if (written === "") return bad(`${name} is empty`, "Write text, or remove the line.");
  if (written.length > LONGEST_TEXT) {
    return bad(`${name} is ${written.length} characters long`, `At most ${LONGEST_TEXT} are allowed.`);
  }
  if (written.trim() !== written)
    return bad(`${name} begins or ends with a space${shown && `:${shown}`}`, "Remove it: titles are compared exactly.");
  return bad(`${name} holds a control character${shown && `:${shown}`}`, "Remove it.");
}
