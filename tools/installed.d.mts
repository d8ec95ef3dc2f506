// What the tests use of installed.mjs.
export interface Packed {
  readonly file: string;
  /** Bytes of the tarball, and of all its files. */
  readonly size: number;
  readonly unpackedSize: number;
  readonly entryCount: number;
  /** Every file of it, its path with slashes. */
  readonly files: readonly { readonly path: string; readonly mode: number }[];
}
export function pack(folder: string, home?: string): Packed;
export function installInto(place: string, tarball: string): void;
export function tryOut(place: string, version: number | string, home: string): string;
