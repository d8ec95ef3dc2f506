// Loaded into the real command before it starts: kills the process, for good, at a chosen byte or sync of its journal.
import { open } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const atByte = Number(process.env.KILL_AT_BYTE ?? "NaN");
const atSync = Number(process.env.KILL_AT_SYNC ?? "NaN");
const handle = await open(fileURLToPath(import.meta.url));
const prototype = Object.getPrototypeOf(handle);
await handle.close();
const { appendFile, datasync } = prototype;
let bytes = 0;
let syncs = 0;

prototype.appendFile = async function (text, ...rest) {
  const data = Buffer.from(text);
  if (bytes + data.length <= atByte || Number.isNaN(atByte)) {
    bytes += data.length;
    return appendFile.call(this, data, ...rest);
  }
  await appendFile.call(this, data.subarray(0, atByte - bytes), ...rest);
  process.kill(process.pid, "SIGKILL");
  await new Promise(() => {});
};

prototype.datasync = async function (...rest) {
  syncs += 1;
  if (syncs === atSync) {
    process.kill(process.pid, "SIGKILL");
    await new Promise(() => {});
  }
  return datasync.apply(this, rest);
};
