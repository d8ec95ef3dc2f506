// What a service was seen to do, as text: each question with its answer, and when it was asked.
import { answerValue, seenOn } from "../../model/service-facts.js";
import { QUESTIONS, type SeenThen, type ServiceCheckFacts, type ServiceFacts } from "../../model/service-questions.js";
import { counted } from "../../model/text/counted.js";
import { clean } from "../sanitize.js";
import type { Paint } from "./paint.js";

export function serviceText({ origin, seen, notSeen }: ServiceFacts, colour: Paint): string {
  const head = colour.bold(`What ${clean(origin)} was seen to do`);
  const answers = seen.map((one) => answerText(one, colour));
  const rest = notSeen.map((name) => `  ${QUESTIONS[name].entry}  ${QUESTIONS[name].asks}\n`);
  const left = rest.length === 0 ? "" : `\n${colour.bold("Not seen:")}\n${rest.join("")}`;
  return `${head}\n${answers.join("")}${left}`;
}

function answerText({ name, value, below, detail, at }: SeenThen, colour: Paint): string {
  const { entry, asks } = QUESTIONS[name];
  return `\n${entry}  ${asks}\n      ${colour.bold(clean(`${name}: ${answerValue({ value, below })}`))}  ${clean(detail)} (${seenOn({ at })})\n`;
}

export function serviceCheckText({ facts, found, requests, stopped }: ServiceCheckFacts, colour: Paint): string {
  const end = stopped === undefined ? "" : `${colour.bad("Stopped:")} ${clean(stopped.why)}.\n`;
  const again = stopped?.isPlanned === true ? "Run it again in a few minutes: it goes on with what is left.\n" : "";
  const asked = `${counted(requests, "request")}, ${counted(found.length, "answer")}.\n`;
  return `${serviceText(facts, colour)}\n${asked}${end}${again}`;
}
