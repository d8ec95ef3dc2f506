// Gathers what the coverage table is made of, by trying it.
import { createClient } from "../../../src/service/client.js";
import type { OperationName } from "../../../src/service/operations.js";
import { findSent } from "./sent.js";
import { findServed, type Served } from "./served.js";
import { findShown, type Shown } from "./shown.js";

export interface Facts {
  readonly shown: Shown;
  readonly sent: ReadonlyMap<OperationName, readonly string[]>;
  readonly served: Served;
  /** Whether each part of the envelope has a say in what becomes of an answer. */
  readonly envelope: { readonly isSuccess: boolean; readonly errorMessage: boolean };
}

export async function gather(): Promise<Facts> {
  const [shown, sent, envelope] = await Promise.all([findShown(), findSent(), tryEnvelope()]);
  return { shown, sent, served: findServed(), envelope };
}

async function tryEnvelope(): Promise<Facts["envelope"]> {
  const ask = async (body: object): Promise<string> => {
    const client = createClient({
      apiUrl: "https://nowhere.invalid",
      apiKey: "key",
      apiSecret: "secret",
      allow: "read",
      exchange: async () => ({ status: 200, body: JSON.stringify(body) }),
    });
    try {
      return (await client.pairList()).join();
    } catch (error) {
      return error instanceof Error ? error.message : "";
    } finally {
      await client.close();
    }
  };
  const good = await ask({ isSuccess: true, errorMessage: "", data: ["USDT-BTC"] });
  const bad = await ask({ isSuccess: false, errorMessage: "because of this", data: ["USDT-BTC"] });
  return { isSuccess: good === "USDT-BTC" && bad !== good, errorMessage: bad.includes("because of this") };
}
