// What a webhook is answered: a code of 0 means accepted, any other is a refusal (wire facts, section 7).
import { JSON_TYPE, type Refusal, type ServiceResponse } from "../http/failure.js";
import type { Quirks } from "../quirks/quirks.js";

const ACCEPTED: Readonly<Record<Quirks["hookAnswer"], object>> = {
  code: { code: 0, message: "accepted" },
  text: { code: "0", msg: "accepted" },
  none: { result: "accepted" },
};

/** Accepted does not mean opened: the effect comes later, or never. */
export function hookAccepted(quirks: Quirks): ServiceResponse {
  return { status: 200, headers: { "content-type": JSON_TYPE }, body: JSON.stringify(ACCEPTED[quirks.hookAnswer]) };
}

export function hookRefused(refusal: Refusal, quirks: Quirks): ServiceResponse {
  const code = quirks.hookAnswer === "text" ? String(refusal.status) : refusal.status;
  return {
    status: quirks.hookRefusal === "200" ? 200 : refusal.status,
    headers: { "content-type": JSON_TYPE, ...refusal.headers },
    body: JSON.stringify({ code, message: refusal.message }),
  };
}
