// What a day leaves behind, as plain data: what the emulator saw of each request, how each bot was at each moment, and what the ledger says.

/** A bot as it was after a change. */
export interface BotState {
  readonly id: number;
  readonly account: string;
  readonly title: string;
  readonly enabled: boolean;
  /** By create's parameter names. */
  readonly values: Readonly<Record<string, string>>;
}

/** Times are milliseconds since the epoch. */
export interface Change {
  readonly at: number;
  readonly state: BotState;
}

export type WriteName = "create" | "update" | "turn-on" | "turn-off";

/** A write that the service has accepted. */
export interface Write {
  readonly at: number;
  readonly account: string;
  readonly does: WriteName;
  readonly bot: number;
  readonly parameters: Readonly<Record<string, string>>;
  /** The second that the request was signed with. */
  readonly nonce: number;
  /** undefined of a bot that it makes. */
  readonly before: BotState | undefined;
}

/** A read that was answered: of one bot, or of all that the account has. */
export interface Read {
  readonly at: number;
  readonly account: string;
  readonly bot: number | undefined;
}

export interface EmulatorLog {
  readonly writes: readonly Write[];
  readonly reads: readonly Read[];
  readonly changes: readonly Change[];
}

/** What the ledger allowed to be sent, with the run that it belongs to. */
export interface Intent {
  readonly run: string;
  readonly account: string;
  readonly address: string;
  readonly does: string;
  readonly bot: number | undefined;
  readonly nonce: number;
  readonly notAfter: number;
  /** When the database wrote it. */
  readonly at: number;
  /** How the answer to it was understood; undefined where none was noted. */
  readonly answer: string | undefined;
  /** Of the configuration that the run's plan was made from; undefined of an undo. */
  readonly commit: string | undefined;
}

export interface Outcome {
  readonly at: number;
  readonly account: string;
  readonly address: string;
  readonly action: string;
  readonly kind: string;
  readonly bot: number | undefined;
}

/** Somebody has got the right to write to an account. */
export interface Taking {
  readonly at: number;
  readonly account: string;
  readonly epoch: number;
}

export interface LedgerLog {
  readonly intents: readonly Intent[];
  readonly outcomes: readonly Outcome[];
  readonly takings: readonly Taking[];
}

/** What one commit asks for: by account and title, the settings that it states. */
export type Desired = ReadonlyMap<string, Readonly<Record<string, string | boolean>>>;

export function placeOf(account: string, title: string): string {
  return `${account}/${title}`;
}

/** How a bot was then; undefined before it was there. */
export function stateAt(changes: readonly Change[], bot: number, at: number): BotState | undefined {
  return changes.findLast((one) => one.state.id === bot && one.at <= at)?.state;
}

/** Which of the settings the bot has otherwise; `enabled` is looked at only where it is asked for. */
export function differing(
  { enabled, values }: Pick<BotState, "enabled" | "values">,
  wanted: Readonly<Record<string, string | boolean>>,
): readonly string[] {
  return Object.entries(wanted).flatMap(([name, value]) => {
    const is = name === "enabled" ? enabled : values[name];
    return is === value ? [] : `${name} is ${is}, not ${value}`;
  });
}
