// Asks the service a single question: one read, signed with any nonce and sent by any method, and its answer as it came.
import { parseJson } from "../model/text/json.js";
import { redactor } from "../model/text/redact.js";
import { type AnswerVerdict, classify } from "./errors.js";
import { type NetworkOptions, overNetwork } from "./network.js";
import { OPERATIONS, type ReadName } from "./operations.js";
import { encodeQuery, sign } from "./signing.js";
import { type Parameters, safeBase } from "./transport.js";

interface ProbeOptions extends NetworkOptions {
  readonly apiUrl: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  /** Besides key and secret: taken out of every message (threat 5). */
  readonly secrets?: readonly string[];
}

export interface Probe {
  readonly name: ReadName;
  readonly parameters?: Parameters;
  /** Unix time in seconds that it is signed with. */
  readonly nonce: number;
  /** By default the operation's own. */
  readonly method?: "GET" | "POST";
}

export interface ProbeAnswer {
  readonly verdict: AnswerVerdict;
  readonly status: number;
  /** As it came. */
  readonly text: string;
  /** undefined where it is no JSON. */
  readonly json: unknown;
  /** By the server's clock, in whole seconds (milliseconds since the epoch). */
  readonly dateMs: number | undefined;
}

/** It can't write: the operations it takes are reads. Throws TypeError for an unsafe address. */
export function createProbe(options: ProbeOptions) {
  const { apiKey, apiSecret, secrets = [] } = options;
  const base = safeBase(options.apiUrl);
  const network = overNetwork(base.origin, options);
  const redact = redactor([apiKey, apiSecret, ...secrets]);
  return {
    /** Sent once. Rejects with TransportError. */
    async send({ name, parameters = [], nonce, method = OPERATIONS[name].method }: Probe): Promise<ProbeAnswer> {
      const path = base.prefix + OPERATIONS[name].path;
      const query = encodeQuery(parameters);
      const answer = await network.exchange({
        method,
        path: query === "" ? path : `${path}?${query}`,
        headers: {
          "ctg-api-key": apiKey,
          "ctg-api-nonce": String(nonce),
          "ctg-api-signature": sign(apiSecret, path, String(nonce), query),
          accept: "application/json",
          "accept-encoding": "identity",
          ...(method === "POST" && { "content-type": "application/x-www-form-urlencoded" }),
        },
      });
      const { status, body, dateMs } = answer;
      return { verdict: classify(answer, redact), status, text: body, json: parseJson(body), dateMs };
    },
    close: () => network.close(),
  };
}

export type Prober = ReturnType<typeof createProbe>;
