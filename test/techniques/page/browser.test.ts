// The page in a real Chromium: light, dark and phone, by keyboard alone, without scripts, live, and looked at by axe.
import axe from "axe-core";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { workplace } from "../../commands/workplace.js";
import { CHROMIUM, describeWith } from "../../support/needs.js";
import { stages, until } from "./stage.js";

const at = workplace();
const stage = stages(at);

interface Finding {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly html: string }[];
}

describeWith("chromium", "the page of a fleet", () => {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ["--headless", "--no-sandbox", "--disable-gpu"],
    });
  });
  afterAll(() => browser?.close());

  /** Inside, with everything that the browser complains of. */
  async function inside(options: BrowserContextOptions = {}) {
    const on = await stage({ title: `A rather long title ${"x".repeat(40)}` });
    const context = await browser?.newContext(options);
    const page = await context?.newPage();
    if (page === undefined) throw new Error("no browser");
    const complaints: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(error.message));
    await page.goto(on.page.address());
    return { ...on, browsed: page, complaints, base: `http://127.0.0.1:${on.port}` };
  }

  const paths = (digest: string) => [
    ...["/", "/accounts/demo", "/accounts/demo/bots/a", `/plans/${digest}`, "/plans", "/holds", "/history", "/audit"],
    ...["/stop", "/nowhere", "/accounts/nobody"],
  ];

  async function found(page: Page): Promise<readonly string[]> {
    await page.evaluate(axe.source);
    const findings = await page.evaluate<readonly Finding[]>("axe.run().then(({ violations }) => violations)");
    return findings.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes[0]?.html}`);
  }

  it.each(["light", "dark"] as const)(
    "axe finds nothing on any page in %s, nor does the console",
    async (colorScheme) => {
      const { browsed, complaints, base, digest, faults } = await inside({ colorScheme });
      for (const path of paths(digest)) {
        await browsed.goto(`${base}${path}`);
        expect([path, await found(browsed)]).toEqual([path, []]);
      }
      // Of pages that aren't there the console says so.
      expect([complaints.filter((text) => !text.includes("404")), faults]).toEqual([[], []]);
    },
  );

  it("axe finds nothing where nobody is signed in", async () => {
    const on = await stage();
    const page = await browser?.newPage();
    if (page === undefined) throw new Error("no browser");
    await page.goto(`http://127.0.0.1:${on.port}/`);
    expect(await page.textContent("h1")).toBe("Come in first");
    expect(await found(page)).toEqual([]);
  });

  it.each([390, 1280])("no page scrolls sideways at %i px", async (width) => {
    const { browsed, base, digest } = await inside({ viewport: { width, height: 800 } });
    for (const path of paths(digest)) {
      await browsed.goto(`${base}${path}`);
      expect([path, await browsed.evaluate("document.documentElement.scrollWidth")]).toEqual([path, width]);
    }
  });

  it("by keyboard alone a plan is found, approved and seen carried out", async () => {
    const { browsed, digest, approved, look } = await inside();
    const tabTo = async (selector: string) => {
      for (let presses = 0; presses < 200; presses += 1) {
        await browsed.keyboard.press("Tab");
        if (await browsed.evaluate(`document.activeElement.matches(${JSON.stringify(selector)})`)) return;
      }
      throw new Error(`no tab leads to ${selector}`);
    };
    await tabTo(`main a[href="/plans/${digest}"]`);
    await browsed.keyboard.press("Enter");
    await browsed.waitForURL(`**/plans/${digest}`);
    await tabTo("#why");
    await browsed.keyboard.type("looked at by keyboard");
    await tabTo("button.yes");
    await browsed.keyboard.press("Enter");
    await browsed.waitForSelector("text=Approved, and not carried out yet");
    expect(approved).toEqual(["demo"]);
    await look();
    await browsed.waitForSelector("text=Carried out, or being carried out,", { timeout: 600_000 });
  });

  it("without scripts a plan is rejected, and the newest state is a reload away", async () => {
    const { browsed, base, digest } = await inside({ javaScriptEnabled: false });
    await browsed.click(`main a[href="/plans/${digest}"]`);
    await browsed.fill("#why-not", "not by night");
    await browsed.click("button.no");
    expect(await browsed.textContent("ul.answer")).toMatch(/Rejected, for good.*not by night/s);
    await browsed.goto(base);
    expect(await browsed.locator("#waiting").count()).toBe(0);
  });

  it("one bot is two clicks away", async () => {
    const { browsed } = await inside();
    await browsed.click("section:has(#accounts) table a[href='/accounts/demo']");
    await browsed.click("section:has(#bots) table a[href='/accounts/demo/bots/a']");
    expect(await browsed.textContent("section:has(#differs)")).toContain("leverage");
  });

  it("what changes is shown without a reload, and that nobody answers any more is said loudly", async () => {
    const { browsed, page, look } = await inside();
    await browsed.waitForSelector("#live:text('Live.')", { state: "attached" });
    const [account, moment] = ["section:has(#accounts) table a", "document.querySelector('footer time').dateTime"];
    const before = await browsed.evaluate(moment);
    await browsed.focus(account);
    await look();
    await until(async () => (await browsed.evaluate(moment)) !== before);
    await browsed.waitForSelector(`${account}:focus`);
    await page.close();
    await browsed.waitForSelector("#live.bad", { timeout: 600_000 });
    expect(await browsed.textContent("#live.bad")).toContain("may be old");
  });

  it("never takes away what somebody is typing", async () => {
    const { browsed, base, digest, look } = await inside();
    await browsed.goto(`${base}/plans/${digest}`);
    await browsed.fill("#why-not", "half a reas");
    await browsed.waitForSelector("#live:text('Live.')", { state: "attached" });
    await look();
    await browsed.waitForSelector("#live:text('newer state')", { state: "attached", timeout: 600_000 });
    expect(await browsed.inputValue("#why-not")).toBe("half a reas");
  });

  it("what a form was answered stays, whatever happens meanwhile, until the person goes on", async () => {
    const { browsed, base, look } = await inside();
    await browsed.goto(`${base}/stop`);
    await browsed.fill("#account", "mian");
    await browsed.click("button.no");
    await browsed.waitForSelector("[role=alert]:has-text('is no account')");
    // Connected, so that the event comes in.
    await browsed.waitForSelector("#live:text('Live.')", { state: "attached" });
    await look();
    await browsed.waitForSelector("#live a[href='/stop']", { state: "attached", timeout: 600_000 });
    expect(await browsed.textContent("[role=alert]")).toContain('"mian" is no account');
    await browsed.click("#live a");
    await browsed.waitForSelector("main[data-follows=replace]");
    expect(await browsed.locator("[role=alert]").count()).toBe(0);
  });

  it("a refused hold and a refused answer stay, too", async () => {
    const { browsed, base, digest, look } = await inside();
    await browsed.goto(`${base}/plans/${digest}`);
    // As of somebody whose browser doesn't mind what is required.
    await browsed.fill("#why-not", " ");
    await browsed.click("button.no");
    await browsed.waitForSelector("[role=alert]:has-text('Not recorded')");
    await look();
    await browsed.waitForSelector(`#live a[href='/plans/${digest}']`, { state: "attached", timeout: 600_000 });
    expect(await browsed.textContent("[role=alert]")).toContain("Not recorded");
    await browsed.goto(`${base}/holds`);
    await browsed.fill("#bots", "demo/z");
    await browsed.fill("#reason", "maintenance");
    await browsed.click("section:has(#add) button");
    await browsed.waitForSelector("[role=alert]:has-text('no bot of the configuration fits')");
    await look();
    await browsed.waitForSelector("#live a[href='/holds']", { state: "attached", timeout: 600_000 });
    expect(await browsed.textContent("[role=alert]")).toContain("no bot of the configuration fits demo/z");
    expect(await browsed.inputValue("#reason")).toBe("maintenance");
  });
});
