// A real headless Chromium for the tests of pages.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll } from "vitest";
import { CHROMIUM, describeWith } from "../../support/needs.js";
import { openAll } from "./in-page.mjs";

const SWITCHES = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export interface Look {
  readonly width?: number;
  readonly scheme?: "light" | "dark";
  /** Whether what is folded is opened. */
  readonly open?: boolean;
  readonly options?: BrowserContextOptions;
  /** Filled with the address of everything that the page asks for, itself included. */
  readonly asked?: string[];
}

export interface Stage {
  /** Opens a page's text from a file, offline. */
  show(text: string, look?: Look): Promise<Page>;
}

/** Tests in a browser. */
export function inChromium(name: string, tests: (stage: Stage) => void): void {
  describeWith("chromium", name, () => {
    let browser: Browser | undefined;
    let folder = "";
    let count = 0;
    const contexts = new Map<string, BrowserContext>();
    const pages: Page[] = [];
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), "botform-page-"));
      browser = await chromium.launch({ executablePath: CHROMIUM, args: SWITCHES });
    });
    afterEach(async () => {
      await Promise.all(pages.splice(0).map((page) => page.close()));
    });
    afterAll(async () => {
      await browser?.close();
      rmSync(folder, { recursive: true, force: true });
    });
    tests({
      async show(text, { width = 1280, scheme = "light", open = false, options = {}, asked } = {}) {
        if (browser === undefined) throw new Error("no browser");
        count += 1;
        const file = join(folder, `${count}.html`);
        writeFileSync(file, text);
        // A context takes longer to make than a page to draw.
        const key = JSON.stringify(options);
        const context = contexts.get(key) ?? (await browser.newContext({ offline: true, ...options }));
        contexts.set(key, context);
        const page = await context.newPage();
        pages.push(page);
        page.on("request", (request) => asked?.push(request.url()));
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme: scheme });
        await page.goto(pathToFileURL(file).href);
        if (open) await page.evaluate(openAll);
        return page;
      },
    });
  });
}
