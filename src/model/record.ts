// Plain objects: whether a value is one, and one without the keys that have no value.

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> } & Pick<
  T,
  { [K in keyof T]-?: undefined extends T[K] ? never : K }[keyof T]
>;

/** Without the keys whose value is undefined. */
export function defined<T extends object>(value: T): Defined<T>;
export function defined(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined));
}

/** Whether a value is a map of keys and values. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
