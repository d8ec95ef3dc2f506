// The emulator's only source of time.

export interface EmulatorClock {
  /** Milliseconds since the epoch. */
  now(): number;
}
