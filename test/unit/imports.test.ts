// The shape of the house: who may import whom (docs/architecture.md), and no circle anywhere, types included.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";

const FILES = readdirSync("src", { recursive: true, encoding: "utf8" }).filter(
  (file) => file.endsWith(".ts") && !file.endsWith(".d.ts"),
);

/** Relative imports of each file of src, dynamic ones included. */
const IMPORTS = new Map(
  FILES.map((file) => {
    const text = readFileSync(join("src", file), "utf8");
    const found = [...text.matchAll(/(?:from\s+|import\(\s*|^import\s+)"(\.[^"]+)"/gm)].map((match) => match[1] ?? "");
    return [file, found.map((path) => normalize(join(dirname(file), path)).replace(/\.js$/, ".ts"))] as const;
  }),
);

const DOMAINS = ["risk", "policy", "market", "webhook", "authoring", "results"];

/** The one table of layers: which folders of src may import which. */
const MAY: Readonly<Record<string, readonly string[]>> = {
  model: [],
  risk: ["model"],
  policy: ["model", "risk"],
  market: ["model", "risk"],
  results: ["model"],
  config: ["model"],
  authoring: ["model", "config"],
  webhook: ["model", "config"],
  service: ["model"],
  reconcile: ["model"],
  render: ["model"],
  disk: ["model"],
  database: ["model"],
  emulator: ["service/wire.ts", "service/operations.ts", "service/signing.ts", "model", "market", "risk"],
  app: ["model", "config", "service", "reconcile", "disk", "database", ...DOMAINS],
  index: ["model", "config", "service", "reconcile", "disk", "app", ...DOMAINS],
  // Of the domains only what is named here: whatever decides or reads is a use case.
  fleet: ["model", "render", "app"],
  cli: [
    ...["model", "render", "app", "fleet", "disk", "emulator"],
    ...[
      "config/load.ts",
      "config/schema/jsonschema.ts",
      "config/schema/suggest.ts",
      "webhook/lint.ts",
      "risk/ladder.ts",
    ],
    ...["market/replay/lockstep.ts", "reconcile/apply/run-options.ts", "reconcile/ledger/journal-format.ts"],
    "database/connection.ts",
    ...["service/network.ts", "service/notice-transport.ts", "service/proxy.ts"],
  ],
  command: ["cli"],
  compiled: [],
  v8: [],
  "first-process": [],
  main: ["cli/terminal/output.ts", "command.ts", "compiled.ts", "first-process.ts", "v8.ts"],
};

describe("imports", () => {
  it("run one way", () => {
    const strays = [...IMPORTS].flatMap(([file, targets]) => {
      const home = file.replace(/[/.].*$/, "");
      const allowed = [home, ...(MAY[home] ?? [])];
      return targets
        .filter((target) => !allowed.some((place) => target === place || target.startsWith(`${place}/`)))
        .map((target) => `${file} -> ${target}`);
    });
    expect(strays).toEqual([]);
  });

  it("name files that exist", () => {
    const missing = [...IMPORTS].flatMap(([file, targets]) =>
      targets.filter((target) => !IMPORTS.has(target)).map((target) => `${file} -> ${target}`),
    );
    expect(missing).toEqual([]);
  });

  it("make no circle", () => {
    const circles: string[] = [];
    const done = new Set<string>();
    const visit = (file: string, trail: readonly string[]) => {
      if (trail.includes(file)) circles.push([...trail.slice(trail.indexOf(file)), file].join(" -> "));
      else if (!done.has(file)) for (const target of IMPORTS.get(file) ?? []) visit(target, [...trail, file]);
      done.add(file);
    };
    for (const file of FILES) visit(file, []);
    expect(circles).toEqual([]);
  });
});
