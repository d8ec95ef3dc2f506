// Threat 8: answers that exhaust the client in size, time or shape, or lie by being rounded.
// test/unit/service/client.test.ts has a slow body, a large one and an unasked encoding; here the ways round those limits.
import type { Socket } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { ServiceError } from "../../../src/model/ports.js";
import { type Client, type ClientOptions, createClient } from "../../../src/service/client.js";
import { serviceReader } from "../../../src/service/ports.js";
import { answer, success } from "../../support/hostile.js";
import { wireBot } from "../../unit/service/wirebot.js";
import { command, Folder, MINUTE_OF_WORK } from "./child.js";
import { ACCOUNT, environment, type Lie, serving, TURN_ON } from "./service.js";

const MEBIBYTE = 1024 * 1024;
const ONCE = { attempts: 1, baseMs: 1, capMs: 1, budget: 0 };

/** Long enough to connect on a busy machine. */
const PATIENCE = { deadlineMs: 3_000 };

/** A client whose limits are small, before a service that lies to every operation. */
function against<T>(lie: Lie, task: (client: Client) => Promise<T>, options: Partial<ClientOptions> = {}): Promise<T> {
  return serving({ any: lie }, async ({ url }) => {
    const small = { deadlineMs: 20_000, maxBytes: MEBIBYTE, retry: ONCE, ...options };
    const client = createClient({ apiUrl: url, apiKey: "k", apiSecret: "s", allow: "all", ...small });
    try {
      return await task(client);
    } finally {
      await client.close();
    }
  });
}

async function kindOf(task: Promise<unknown>): Promise<string> {
  return task.then(
    () => "read",
    (error: unknown) => (error instanceof ServiceError ? error.kind : `${error}`),
  );
}

/** Writes for as long as the other side takes it. */
function endlessly(socket: Socket, head: string, piece: string): void {
  socket.write(head);
  const more = () => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on("drain", more);
  more();
}

const ENDLESS: readonly { readonly name: string; readonly lie: Lie; readonly kind: string }[] = [
  {
    name: "a body without length",
    lie: (socket) => endlessly(socket, "HTTP/1.1 200 OK\r\n\r\n", "x".repeat(65_536)),
    kind: "shape",
  },
  {
    name: "chunks",
    lie: (socket) =>
      endlessly(socket, "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n", `10000\r\n${"x".repeat(65_536)}\r\n`),
    kind: "shape",
  },
  {
    name: "a body of a tebibyte",
    lie: (socket) => endlessly(socket, "HTTP/1.1 200 OK\r\ncontent-length: 1099511627776\r\n\r\n", "x".repeat(65_536)),
    kind: "shape",
  },
  {
    name: "headers",
    lie: (socket) => endlessly(socket, "HTTP/1.1 200 OK\r\n", `x-${"x".repeat(500)}: y\r\n`),
    kind: "unreachable",
  },
  {
    name: "one header",
    lie: (socket) => endlessly(socket, "HTTP/1.1 200 OK\r\nx: ", "x".repeat(65_536)),
    kind: "unreachable",
  },
  {
    name: "a status line",
    lie: (socket) => endlessly(socket, "HTTP/1.1 200 ", "x".repeat(65_536)),
    kind: "timeout|unreachable",
  },
  {
    name: "interim answers",
    lie: (socket) => endlessly(socket, "", "HTTP/1.1 103 Early Hints\r\n\r\n".repeat(1000)),
    kind: "timeout|unreachable",
  },
  {
    name: "trailers",
    lie: (socket) =>
      endlessly(socket, "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n", `x-${"x".repeat(500)}: y\r\n`),
    kind: "timeout|unreachable",
  },
];

const SILENT: readonly { readonly name: string; readonly said: string }[] = [
  { name: "nothing at all", said: "" },
  { name: "half a status line", said: "HTTP/1.1 2" },
  { name: "headers that don't end", said: "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n" },
  { name: "no body", said: "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n" },
  { name: "half a body", said: "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nab" },
  { name: "no last chunk", said: "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nab\r\n" },
];

/** A bot as raw JSON, with one part of it replaced. */
const raw = (from: string | RegExp, to: string) =>
  JSON.stringify(wireBot({ title: "Live", accessId: 1 })).replace(from, to);
const listed = (row: string) => answer(200, `{"isSuccess":true,"errorMessage":"","data":[${row}]}`);
const BEYOND = ["9007199254740993", "1e400", "-1", "1.5", "18446744073709551615", '"1"', "null", "true", "[1]"];

describe("threat 8: answers are bounded in size, in time and in shape", () => {
  it.concurrent.each(ENDLESS)("$name without end are cut off", async ({ lie, kind }) => {
    const got = await against(
      lie,
      async (client) => [
        await kindOf(client.pairList()),
        (await client.createBot([["title", "A"]])).kind,
        (await client.turnOn(1)).kind,
      ],
      // Only time ends these; a busy machine may take long to send as much as ends the others.
      kind.includes("timeout") ? PATIENCE : {},
    );
    expect(kind.split("|")).toContain(got[0]);
    expect(got.slice(1)).toEqual(["ambiguous", "ambiguous"]);
  });

  it.concurrent.each(SILENT)(
    "a service that says $name and then nothing is given up, in all its operations",
    async ({ said }) => {
      const got = await against(
        (socket) => socket.write(said),
        async (client) => [await kindOf(client.listBots("X")), (await client.createBot([["title", "A"]])).kind],
        PATIENCE,
      );
      expect(got).toEqual(["timeout", "ambiguous"]);
    },
  );

  it.each([
    { name: "gzip", pack: gzipSync },
    { name: "deflate", pack: deflateSync },
    { name: "br", pack: brotliCompressSync },
    { name: "GZIP, identity", pack: gzipSync },
    { name: "x-gzip", pack: gzipSync },
  ])("a body packed as $name is refused, whatever it would grow to", async ({ name, pack }) => {
    const body = pack(Buffer.from(JSON.stringify({ isSuccess: true, errorMessage: "", data: { botId: 2 } })));
    const head = `HTTP/1.1 200 OK\r\ncontent-encoding: ${name}\r\ncontent-length: ${body.length}\r\n\r\n`;
    const lie: Lie = (socket) => socket.write(Buffer.concat([Buffer.from(head), body]));
    expect(await against(lie, (client) => kindOf(client.listBots("X")))).toBe("shape");
    expect((await against(lie, (client) => client.createBot([]))).kind).toBe("ambiguous");
  });

  it.each(["gzip", "br", "zstd", "unheard-of"])(
    "nor is one believed that only says to be packed as %s",
    async (name) => {
      const lie = answer(200, '{"isSuccess":true,"errorMessage":"","data":{"botId":2}}', { "content-encoding": name });
      expect((await against(lie, (client) => client.createBot([]))).kind).toBe("ambiguous");
      expect((await against(lie, (client) => client.turnOn(1))).kind).toBe("ambiguous");
    },
  );

  it.each(BEYOND)("an id that is %s makes the whole list unreadable, and no bot out of a create", async (id) => {
    const lists = [listed(raw('"id":1', `"id":${id}`)), listed(raw('"accessId":1', `"accessId":${id}`))];
    for (const lie of lists) expect(await against(lie, (client) => kindOf(client.listBots("X")))).toBe("shape");
    if (/^\d{3,}$/.test(id)) {
      const setting = listed(raw('"count_order_max":"6"', `"count_order_max":${id}`));
      expect(await against(setting, (client) => kindOf(client.listBots("X")))).toBe("shape");
    }
    const access = listed(`{"accessId":${id},"title":"A","exchange":"X"}`);
    expect(await against(access, (client) => kindOf(client.accessList()))).toBe("shape");
    const created = answer(200, `{"isSuccess":true,"errorMessage":"","data":{"botId":${id}}}`);
    expect((await against(created, (client) => client.createBot([]))).kind).toBe("ambiguous");
  });

  it("an answer beyond the command's own cap ends it with a word, not with the machine's memory", () =>
    serving({ any: (socket) => endlessly(socket, "HTTP/1.1 200 OK\r\n\r\n", "[".repeat(65_536)) }, async ({ url }) => {
      const folder = new Folder();
      folder.put("botform.yaml", TURN_ON);
      const env = { ...environment(url), NODE_OPTIONS: "--max-old-space-size=384" };
      const { exitCode, err } = await command(["plan"], { env, cwd: folder.path });
      folder.remove();
      expect({ exitCode, err }).toMatchObject({ exitCode: 1, err: expect.stringContaining("larger than") });
    }));

  // zod keeps an issue of some 250 bytes for each wrong row, and a list has as many rows as fit the cap.
  it("a list of millions of wrong rows is refused at the first of them", () => {
    const rows = success(Array.from({ length: 3_000_000 }, () => 0));
    return serving({ listBots: rows }, async ({ url }) => {
      const folder = new Folder();
      folder.put("botform.yaml", TURN_ON);
      const env = { ...environment(url), NODE_OPTIONS: "--max-old-space-size=256" };
      const { exitCode } = await command(["plan"], { env, cwd: folder.path, shell: MINUTE_OF_WORK });
      folder.remove();
      expect(exitCode).toBe(1);
    });
  });

  it("20 MB of nested brackets are refused before they are parsed, and for good", () => {
    const nested = answer(200, `${"[".repeat(10_000_000)}${"]".repeat(10_000_000)}`);
    return serving({ any: nested }, async ({ url }) => {
      const folder = new Folder();
      folder.put("botform.yaml", TURN_ON);
      // Parsing them once takes 3 s of the processor, and much more memory.
      const start = { env: environment(url), cwd: folder.path, shell: "ulimit -t 3" };
      const { exitCode, err } = await command(["plan"], start);
      folder.remove();
      expect({ exitCode, err }).toMatchObject({ exitCode: 1, err: expect.stringContaining("botform:") });
    });
  });

  // JSON.stringify is recursive, JSON.parse is not.
  it("a setting nested deeper than the stack makes no fault of ours", async () => {
    const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
    const lie = listed(raw('"margin_mode":"CROSS"', `"margin_mode":${deep}`));
    const kind = await against(lie, (client) => kindOf(serviceReader(client, "X").bots()));
    expect(["read", "shape"]).toContain(kind);
  });

  // \d+\.?\d* would match a run of digits in as many ways as it has digits.
  it("a setting of a million digits and a letter takes little time", () => {
    const row = raw('"percent_take_profit":"1.20"', `"percent_take_profit":"${"1".repeat(1_000_000)}x"`);
    return serving({ listBots: listed(row), botDetails: listed(row) }, async ({ url }) => {
      const folder = new Folder();
      folder.put("botform.yaml", `${ACCOUNT}bots:\n  live: { title: Live, percentTakeProfit: 1.2 }\n`);
      const { exitCode } = await command(["plan"], { env: environment(url), cwd: folder.path, shell: MINUTE_OF_WORK });
      folder.remove();
      expect(exitCode).toBe(0);
    });
  });

  // Each once took the square of its length, or all ways to share it among the stars: minutes, and no interrupt got through.
  it.concurrent.each([
    ["spaces", `Alpha${" ".repeat(300_000)}x`],
    ["marks over one letter", `a${"\u0301\u0323".repeat(150_000)}`],
    ["letters that become marks", `a${"\uff9e\u0323".repeat(150_000)}`],
    ["what a pattern of many stars nearly fits", "a".repeat(1_000)],
  ])("a title that is mostly %s takes little time, and its bot is turned off like any other", async (_, title) => {
    let status = "ENABLED";
    const shown: Lie = (socket) => socket.write(success([wireBot({ title, status, accessId: 1 })]));
    const turnOff: Lie = (socket) => {
      status = "DISABLED";
      return socket.write(success("done"));
    };
    await serving({ listBots: shown, botDetails: shown, turnOff }, async ({ url }) => {
      const folder = new Folder();
      folder.put("botform.yaml", BESIDE);
      const start = { env: environment(url), cwd: folder.path, shell: MINUTE_OF_WORK };
      const exitCodes: (number | null)[] = [];
      for (const line of ["plan", "bots list", "bots off --all --settle 0"])
        exitCodes.push((await command(line.split(" "), start)).exitCode);
      folder.remove();
      expect({ status, exitCodes }).toEqual({ status: "DISABLED", exitCodes: [3, 0, 0] });
    });
  });
});

/** A create that trades as the live bot does, so that their titles are compared. */
const BESIDE = `${ACCOUNT}bots:
  new:
    { title: Alpha, access: primary, pairTitle: USDT-BTC, strategy: LONG, leverage: 5, marginMode: CROSS, typeTakeProfit: LIMIT, typeFirstOrder: MARKET,
      percentTakeProfit: 1.2, percentSafetyOrder: 1.5, volumeFirstOrder: 20, volumeSafetyOrder: 25, countOrderMax: 6, twin: "${"*a".repeat(12)}*b" }
`;
