// Standard output as a process has it: a file, a full disk, a pipe that somebody closes. With real descriptors.
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { outputTo } from "../../../../src/cli/terminal/output.js";

const folder = mkdtempSync(join(tmpdir(), "botform-output-"));
const open: number[] = [];
afterEach(() => {
  for (const descriptor of open.splice(0)) closeSync(descriptor);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A stream that shows what reaches it, and fails when it is told to. */
function on(descriptor: number, isTTY = false) {
  const stream = Object.assign(new PassThrough(), { fd: descriptor, isTTY });
  const lost: string[] = [];
  const output = outputTo(stream, (code) => void lost.push(code));
  return { stream, output, lost };
}

describe("standard output that is a file", () => {
  it("gets all of the text, past node's stream", async () => {
    const path = join(folder, "out");
    const descriptor = openSync(path, "w");
    open.push(descriptor);
    const { output, stream } = on(descriptor);
    output.write("a".repeat(100_000));
    output.write("é\n");
    expect(await output.isWhole()).toBe(true);
    expect(readFileSync(path, "utf8")).toBe(`${"a".repeat(100_000)}é\n`);
    expect(stream.readableLength).toBe(0);
  });

  it("that can't be written is said once, ends the stream, and isn't whole", async () => {
    const path = join(folder, "out");
    closeSync(openSync(path, "w"));
    const readOnly = openSync(path, "r");
    open.push(readOnly);
    const { output, lost, stream } = on(readOnly);
    output.write("one");
    output.write("two");
    expect(await output.isWhole()).toBe(false);
    expect(lost).toEqual(["EBADF"]);
    expect(stream.destroyed).toBe(true);
  });
});

describe("standard output that is a pipe or a terminal", () => {
  const fails = async (code: string, isTTY = false) => {
    const { output, stream, lost } = on(-1, isTTY);
    output.write("one");
    stream.destroy(Object.assign(new Error("no"), { code }));
    await new Promise((resolve) => setImmediate(resolve));
    output.write("two");
    return { isWhole: await output.isWhole(), lost };
  };

  it.each([
    ["EPIPE", false],
    ["ECONNRESET", false],
    ["EIO", true],
  ])("is whole where its reader has gone away: %s", async (code, isTTY) => {
    expect(await fails(code, isTTY)).toEqual({ isWhole: true, lost: [] });
  });

  it.each(["ENOSPC", "EIO", "EAGAIN"])("isn't where it fails otherwise: %s", async (code) => {
    expect(await fails(code)).toEqual({ isWhole: false, lost: [code] });
  });

  it("is waited for until everything has left", async () => {
    const { output, stream } = on(-1);
    output.write("a".repeat(100_000));
    let isOver = false;
    const over = output.isWhole().then((isWhole) => {
      isOver = true;
      return isWhole;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(isOver).toBe(false);
    stream.resume();
    expect(await over).toBe(true);
  });
});
