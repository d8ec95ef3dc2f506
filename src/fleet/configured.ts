// The configuration as the page goes by it: read once for all who ask, and anew only when that could be news.

import { AppError } from "../app/error.js";
import type { ConfigOptions } from "../app/files/configuration.js";
import { configurationOf } from "../app/ledger/account-ledger.js";

type Configuration = ReturnType<typeof configurationOf>;

const FRESH_MS = 5_000;
/** A large one takes long to read, and nothing else goes on meanwhile: this part of the time at most. */
const SHARE = 10;

/** Throws AppError as reading it does, for as long as what was read would have counted. */
export function keptConfiguration(options: () => ConfigOptions, clock: () => number): () => Configuration {
  let kept: { readonly value: Configuration | AppError; readonly until: number } | undefined;
  return () => {
    const from = clock();
    if (kept === undefined || from >= kept.until) {
      const value = read(options());
      kept = { value, until: clock() + Math.max(FRESH_MS, SHARE * (clock() - from)) };
    }
    if (kept.value instanceof AppError) throw kept.value;
    return kept.value;
  };
}

function read(options: ConfigOptions): Configuration | AppError {
  try {
    return configurationOf(options);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}
