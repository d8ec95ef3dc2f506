// What the tests use of types.mjs.
export function standaloneTypes(folder: string): void;
