// Reads that may fail, for whom a failure is an answer, too.
import type { ObservedBot } from "../../model/bot/bot.js";
import { ServiceError, type ServiceReader } from "../../model/ports.js";

/** What was read, or how that failed. */
export async function tried<T>(reading: Promise<T>): Promise<T | ServiceError> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

/** Those of the bots that are there, read by id. */
export async function readThose(ids: readonly number[], reader: ServiceReader): Promise<readonly ObservedBot[]> {
  return (await Promise.all(ids.map((id) => readIfThere(id, reader)))).flatMap((bot) => bot ?? []);
}

/** A bot; undefined where the service has none with that id: it refuses, or answers with nothing (wire facts, section 9). */
export async function readIfThere(botId: number, reader: ServiceReader): Promise<ObservedBot | undefined> {
  const read = await tried(reader.bot(botId));
  if (!(read instanceof ServiceError)) return read;
  if (read.kind === "refused" || read.kind === "absent") return undefined;
  throw read;
}
